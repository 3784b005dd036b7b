import { type Complaint, complaintOf, complaintText } from '../../domain/complaint.ts';
import type { HttpAnswer } from '../../domain/exchange.ts';
import { asSentence, isProblemType, problems } from '../../domain/problem.ts';
import type { ComplaintRow } from '../../store/runs.ts';

/** A complaint as it is stored; without a row it is about the run as a whole. */
export function complaintRow(
  { code, column, value, rule, remedy }: Complaint,
  place: { row?: number; externalId?: string; level?: ComplaintRow['level'] },
): ComplaintRow {
  return {
    row: place.row ?? null,
    external_id: place.externalId ?? null,
    code,
    column_name: column ?? null,
    value: value ?? null,
    rule,
    remedy,
    level: place.level ?? 'rejected',
  };
}

/** Why an article is parked, as the mirror remembers it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The refusal of a request that was refused as a whole. */
export function refusalOf({ status, problem }: HttpAnswer): Refusal {
  const message = problem?.detail || problem?.title || `HTTP status ${status}`;
  return { code: problem?.type ?? `HTTP_${status}`, message };
}

const passing: ReadonlySet<string> = new Set(['newRequest', 'untilReset', 'afterWait', 'backoff']);

/** The marketplace names the item of a batch for something that passes by itself (config/errors.md). */
export function isPassing(code: string): boolean {
  return isProblemType(code) && passing.has(problems[code].retry);
}

const notFoundRemedy =
  'The marketplace has no such article, so it is not on sale. If your products export has it, send it again as a whole: stockhand reconcile --fix. If not, its stock waits for such an export.';

/** Somebody has removed the article in the portal (spec "Error types", NOT_FOUND). */
export function isUnknownThere(code: string | null | undefined): boolean {
  return code === 'NOT_FOUND' || code === 'PRODUCT_NOT_FOUND';
}

/** The key, the installation or this program is to blame, as where two programs send under the same keys (fault 43). */
const aboutAll: ReadonlySet<string> = new Set(['refreshAuth', 'stopLane', 'stopAll', 'ourFault']);
const again = 'send it again with stockhand retry --all.';

/** What helps against the refusal of an item; not always is the article to blame. */
function remedyOf(code: string): string {
  if (isUnknownThere(code)) return notFoundRemedy;
  if (isPassing(code)) return `The article is not to blame: ${again}`;
  if (isProblemType(code) && aboutAll.has(problems[code].retry))
    return `${problems[code].remedy} Then ${again}`;
  return 'Correct it in the ERP; the same content is not sent again.';
}

/** The complaint when an article is refused, and again when its row comes again with the same content. */
export function refusalComplaint(externalId: string, { code, message }: Refusal): Complaint {
  if (code === 'ITEM_UNANSWERED') {
    const rule = 'was not named in three answers: it is not known whether the marketplace has it.';
    return complaintOf({ code, value: externalId, rule });
  }
  return {
    code: 'ITEM_REFUSED',
    value: externalId,
    rule: asSentence(`was refused by the marketplace: ${code} ${message}`.trimEnd()),
    remedy: remedyOf(code),
  };
}

/** Codes of rows that the marketplace refused, or never answered. */
export const refusalCodes = ['ITEM_REFUSED', 'ITEM_UNANSWERED'];

export function isRefusal(code: string): boolean {
  return refusalCodes.includes(code);
}

/** Why a run was refused, as its row keeps it. */
export function whyRefused(refused: string): string {
  return complaintText(JSON.parse(refused) as Complaint);
}
