import { shownText } from './domain/complaint.ts';
import { counted } from './domain/counted.ts';
import type { OrderStory } from './orders/story.ts';

/** So many orders are listed at most: the newest. */
export const listedOrdersMax = 200;

/** The story of an order, oldest first, for people; the number is text of others and makes no line of its own (fault 118). */
export function orderText(story: OrderStory): string {
  return [
    `${story.orderNumber} (id ${story.orderId})  ${story.status}, ${story.origin}`,
    ...story.versions.map(versionText),
    ...story.files.map((file) => fileText(file, story.acknowledge)),
    ...story.commands.map(commandText),
    ...story.requests.map(requestText),
    `  next: ${story.next}`,
  ]
    .map(shownText)
    .join('\n');
}

function versionText({
  version,
  status,
  updatedAt,
  end,
  reason,
}: OrderStory['versions'][number]): string {
  return `  version ${version}  ${status}, ${updatedAt}: ${end}${reason === undefined ? '' : `, ${reason}`}`;
}

function fileText(
  file: OrderStory['files'][number],
  acknowledge: OrderStory['acknowledge'],
): string {
  const again = file.reissueOf === undefined ? '' : `, again after ${file.reissueOf}`;
  const parts = [`${file.change}${again}`, file.writtenAt ?? 'not written yet'];
  if (file.acknowledgedAt !== undefined) parts.push(`picked up ${file.acknowledgedAt}`);
  else if (acknowledge !== 'none') parts.push('not picked up yet');
  return `  file ${file.name}  ${parts.join(', ')}`;
}

function commandText(command: OrderStory['commands'][number]): string {
  const { action, file, row, outcome, code, message, at } = command;
  const why = [code, message].filter((part) => part !== undefined).join(' ');
  return `  command ${action} (${file}, row ${row}), ${at}: ${outcome}${why === '' ? '' : `, ${why}`}`;
}

function requestText(request: OrderStory['requests'][number]): string {
  const { call, key, sentAt, isOfBackup, attempts, last, status, answer } = request;
  const waiting = isOfBackup ? 'no answer' : 'no answer yet';
  const unanswered = last === undefined ? waiting : `no outcome yet: ${last}`;
  const end = status === undefined ? unanswered : `${status} ${answer ?? ''}`.trim();
  const unsent = isOfBackup
    ? 'of a backup: it may have been sent before the restore'
    : 'not sent yet';
  return `  call ${call} (key ${key}, ${sentAt ?? unsent}, ${counted(attempts, 'try', 'tries')}): ${end}`;
}
