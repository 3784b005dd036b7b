import type { ProductStory } from './catalog/story/why.ts';
import { shownText } from './domain/complaint.ts';
import { shownJson } from './domain/shown-json.ts';

/** True where no export, no order and no answer has ever named the article. */
export function isUnknown({ known, exported, leftOut, complaints }: ProductStory): boolean {
  return !known && exported.length + leftOut.length + complaints.length === 0;
}

/** The story of an article, for people. */
export function productText(story: ProductStory): string {
  const { confirmed, refused, lastRequest, picture } = story;
  return [
    story.externalId,
    ...story.exported.map(exportedLine),
    ...story.leftOut.map(
      (one) =>
        `  left out by ${one.by}: of ${one.by === 'only' ? 'the configuration' : one.source}: ${one.file}, row ${one.row} (run ${one.run})`,
    ),
    ...emptiedLine(story),
    ...story.leftFields.map(
      ({ source, file, run, values }) =>
        `  kept of ${source}, which no longer names it: ${JSON.stringify(values)}, from ${file} (run ${run})`,
    ),
    confirmed?.content === true
      ? `  confirmed by the marketplace: yes, stock ${confirmed.quantity ?? 'unknown'}`
      : '  confirmed by the marketplace: no',
    ...putBackLine(story),
    ...(picture === undefined ? [] : [`  picture: ${pictureText(picture)}`]),
    ...(refused === undefined
      ? []
      : [`  refused ${refused.at}: ${refused.code} ${refused.message}`]),
    ...(lastRequest === undefined
      ? []
      : [
          `  last call: ${lastRequest.method} ${lastRequest.path} (${lastRequest.at}, key ${lastRequest.key}): ${outcomeText(lastRequest)}`,
        ]),
    ...openOrderLines(story),
    ...story.complaints.map((complaint) => `  ${complaint}`),
    `  next: ${story.next}`,
  ]
    .map(shownText)
    .join('\n');
}

function exportedLine(one: ProductStory['exported'][number]): string {
  const { source, file, row, rows, run, values, buffer, rejected } = one;
  const sum = rows === undefined ? '' : `, ${rows} rows added up`;
  const end = rejected === undefined ? '' : `; this row was rejected: ${rejected}`;
  const back = buffer === undefined ? '' : `, its buffer of ${buffer} taken off`;
  return `  exported by ${source}: ${file}, row ${row}${sum} (run ${run}): ${shownJson(values)}${back}${end}`;
}

function emptiedLine({ emptied }: ProductStory): readonly string[] {
  if (emptied === undefined) return [];
  const { source, file, run, since, hold } = emptied;
  const empty =
    since === undefined ? '' : `; it has had no stock since run ${since.run}, ${since.at}`;
  const held =
    hold === undefined
      ? ''
      : `; its stock is sent once somebody releases it (stockhand release ${hold})`;
  return [
    `  left out by ${source}: ${file} (run ${run}) does not name it, which means no stock (missing: zero)${empty}${held}`,
  ];
}

function putBackLine({ putBack, confirmed }: ProductStory): readonly string[] {
  if (putBack === undefined) return [];
  const did = confirmed?.content === true ? 'put back' : 'taken off again';
  return [`  ${did} by run ${putBack.run}, which took back run ${putBack.undoes}`];
}

function outcomeText({ status, answer, tries }: NonNullable<ProductStory['lastRequest']>): string {
  if (status !== null) return `${status} ${answer ?? ''}`.trimEnd();
  return tries === undefined
    ? 'no outcome yet'
    : `no outcome yet, tried ${tries.attempts === 1 ? 'once' : `${tries.attempts} times`}: ${tries.last}`;
}

const pictureStates: Readonly<Record<NonNullable<ProductStory['picture']>['state'], string>> = {
  inStep: 'on the marketplace as it is in the folder',
  waiting: 'waiting to be sent',
  parked: 'parked',
  rejected: 'rejected',
  held: 'gone from the folder; its deletion is held',
  missing: 'none is sent until it is',
  none: 'none',
};

function pictureText({
  file,
  named,
  state,
  trouble,
}: NonNullable<ProductStory['picture']>): string {
  if (file === null && state === 'inStep')
    return 'no file any more; its picture stays on the marketplace';
  const where = file ?? (named === undefined ? 'no file' : `${named} is not there`);
  return [`${where}: ${pictureStates[state]}`, ...(trouble === undefined ? [] : [trouble])].join(
    '. ',
  );
}

function openOrderLines({ openOrders }: ProductStory): readonly string[] {
  if (openOrders === undefined) return [];
  const { keptOut, orders } = openOrders;
  return orders.map(({ orderNumber, quantity, state, takenAt }) => {
    const taken = takenAt === undefined ? 'not taken by the ERP' : `taken by the ERP ${takenAt}`;
    const meaning = keptOut
      ? `${quantity} are subtracted from the stock of exports before that`
      : `${quantity} are sent all the same (openOrders: ignore)`;
    return `  open order ${orderNumber}: ${state}, ${taken}; ${meaning}`;
  });
}
