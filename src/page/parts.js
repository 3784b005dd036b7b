/** Lists that change while somebody reads, types or tabs in them. */

/** What stands in each place now: the name of each item, its JSON and its element. */
const drawn = new Map();

/** Draws anew what differs and touches nothing else, so that a focus, a selection and a click under way stay. */
export function drawParts(place, items, make) {
  const left = [...(drawn.get(place) ?? [])];
  const after = items.map((item) => {
    const json = JSON.stringify(item);
    const name = item.id ?? json;
    const index = left.findIndex((each) => each.name === name);
    const [before] = index < 0 ? [] : left.splice(index, 1);
    if (before?.json === json) return before;
    const node = make(item);
    if (before !== undefined) replace(before.node, node);
    return { name, json, node };
  });
  drawn.set(place, after);
  arrange(
    place,
    after.map(({ node }) => node),
  );
}

/** Puts the new drawing of an item in place of the old one. What was typed stays in it, and so does the focus. */
function replace(before, after) {
  const [old, anew] = [before, after].map((node) => [...node.querySelectorAll('input, button')]);
  const focused = old.indexOf(document.activeElement);
  before.replaceWith(after);
  for (const [index, field] of anew.entries())
    if (field.localName === 'input') field.value = old[index]?.value ?? '';
  anew[focused]?.focus({ preventScroll: true });
}

/** A node that stands in its place is not moved: taken out and put back it would lose its focus. */
function arrange(place, nodes) {
  const kept = new Set(nodes);
  for (const child of [...place.childNodes]) if (!kept.has(child)) takeAway(child, place);
  for (const [index, node] of nodes.entries()) {
    const there = place.childNodes[index] ?? null;
    if (there !== node) place.insertBefore(node, there);
  }
}

/** Removes a node. Whoever was in it, as after a release, goes on from the heading above and not from the top. */
function takeAway(child, place) {
  const hadFocus = child.contains(document.activeElement);
  child.remove();
  if (!hadFocus) return;
  const heading = place.closest('section').querySelector('h2');
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
