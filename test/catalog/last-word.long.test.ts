import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  articles,
  Erp,
  type SourceName,
  type Step,
  step,
  type World,
  worlds,
} from './last-word.ts';
import {
  callsSince,
  createPost,
  ledgerEnd,
  openRoom,
  type Post,
  type Room,
  refusal,
} from './room.ts';

/** LAST_WORDS=300 is the long run. */
const plays = Number(process.env['LAST_WORDS'] ?? 4);

const first = Object.fromEntries(
  articles.map((id) => [id, { name: 'Nagel', stock: '5', active: 'J' }]),
);

/** A shop in which everything is in step, and then one thing after the other happens. */
class Play {
  readonly #room: Room;
  readonly #erp: Erp;
  readonly #log: string[] = [];
  #post: Post;
  #refused: readonly string[] = [];

  constructor(world: World, room: Room) {
    this.#room = room;
    this.#erp = new Erp(world, room.write);
    this.#post = room.post;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const source of ['all', 'stock'] satisfies SourceName[]) await this.#export(source, first);
    for (const one of steps) {
      if (one.do === 'export') await this.#export(one.source, one.words, one);
      else if (one.do === 'release') await this.#release(one.at);
      else if (one.do === 'refuse') this.#refuse(one.ids);
      else if (one.do === 'retry') await this.#retry();
      else await this.#end(one.do === 'kill');
    }
    this.#refuse([]);
    await this.#pass();
    await this.#settle();
  }

  #refuse(ids: readonly string[]): void {
    this.#refused = ids;
    this.#log.push(`refuse: ${ids.join(' ')}`);
    this.#post.intercept(({ body }) => {
      const text = Buffer.from(body ?? '').toString();
      return this.#refused.some((id) => text.includes(`"${id}"`)) ? refusal : undefined;
    });
  }

  async #retry(): Promise<void> {
    // What cannot be read again stays told.
    const sent = await this.#room.catalog.retry().catch((cause: { code?: string }) => {
      if (cause.code !== 'ITEM_GONE') throw cause;
      return cause.code;
    });
    this.#log.push(`retry: ${JSON.stringify(sent)}`);
    await this.#pass();
  }

  async #export(
    source: SourceName,
    words: typeof first,
    { isBroken = false, isFollowed = false } = {},
  ): Promise<void> {
    this.#log.push(this.#erp.export(source, { words, isBroken }));
    if (!isFollowed) await this.#pass();
  }

  async #release(at: number): Promise<boolean> {
    const held = (await this.#room.catalog.held()).filter(({ isUnreleasable }) => !isUnreleasable);
    const hold = held[at % Math.max(1, held.length)];
    if (hold === undefined) return false;
    this.#log.push(`release ${hold.id}: ${hold.sentence}`);
    if (hold.remedy !== undefined) this.#erp.settle(hold.sentence);
    await this.#room.catalog.release(hold.id, 'clerk');
    await this.#pass();
    return true;
  }

  async #end(isKilled: boolean): Promise<void> {
    this.#log.push(isKilled ? 'kill' : 'restart');
    if (isKilled) {
      this.#post.hold();
      await this.#room.pass(100);
    }
    this.#post = createPost(this.#room.market.url);
    await this.#room.restart(this.#room.shop, this.#post.send);
    this.#refuse(this.#refused);
    await this.#pass();
  }

  /** With every yes given, and all said once more, what was said last is there, and nothing goes twice. */
  async #settle(): Promise<void> {
    await this.#retry();
    await this.#releaseAll();
    this.#log.push(...this.#erp.again());
    await this.#pass();
    await this.#releaseAll();
    const left = await Promise.all(articles.map((id) => this.#differences(id)));
    expect(left.flat(), this.#log.join('\n')).toEqual([]);
    expect(await this.#needs(), this.#log.join('\n')).toEqual([]);
    const since = await ledgerEnd(this.#room.market);
    await this.#room.pass();
    expect(await callsSince(this.#room.market, since), this.#log.join('\n')).toEqual([]);
  }

  async #releaseAll(): Promise<void> {
    for (let left = 20; await this.#release(0); left -= 1)
      expect(left, this.#log.join('\n')).toBeGreaterThan(0);
  }

  /** Whatever is not as it was said is told, and of no such article it is said that it is in step. */
  async #pass(): Promise<void> {
    expect((await this.#room.pass()).isBusy).toBe(false);
    const needs = await this.#needs();
    for (const [id, { lost }] of this.#erp.said) {
      const differences = await this.#differences(id);
      if (differences.length === 0 && lost.size === 0) continue;
      const { next } = await this.#room.catalog.why(id);
      const story = [id, ...differences, ...lost.keys(), next, ...needs, ...this.#log].join('\n');
      expect(needs.length, `silent: ${story}`).toBeGreaterThan(0);
      if (lost.size === 0) expect(next, `misleading: ${story}`).not.toMatch(/^Nothing/);
    }
  }

  async #needs(): Promise<string[]> {
    const needs = await this.#room.catalog.needsYou();
    return needs.map(({ what, cause }) => `${what} ${cause}`);
  }

  async #differences(id: string): Promise<string[]> {
    const { name, stock, active } = this.#erp.said.get(id) ?? {};
    const there = (await this.#room.market.products()).find(({ externalId }) => externalId === id);
    const pairs = [
      // The last name is repeated where a row without one takes the article off sale.
      [active === 'N' ? there?.name : name, there?.name],
      [stock, there?.availableQty?.toString()],
      [active, there?.['isActive'] === false ? 'N' : 'J'],
    ];
    return pairs
      .filter(([said, is]) => said !== undefined && said !== is)
      .map(([said, is]) => `${is} instead of ${said}`);
  }
}

describe('what the ERP said last of an article', () => {
  it.each(Object.keys(worlds) as World[])(
    'I1, I13: is on the marketplace, or is reported and comes with a release: %s',
    async (world) => {
      const play = async (steps: readonly Step[]): Promise<void> => {
        const room = await openRoom(worlds[world].catalog);
        try {
          await new Play(world, room).run(steps);
        } finally {
          await room.close();
        }
      };
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), play), {
        numRuns: plays,
      });
    },
    1_200_000,
  );
});
