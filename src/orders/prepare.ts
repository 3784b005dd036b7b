import { hash } from 'node:crypto';
import type { WriteAdapter } from '../domain/adapter.ts';
import { errorText } from '../domain/error.ts';
import type { OrderOrigin } from '../domain/order-document.ts';
import type { VersionRow } from '../store/orders-versions.ts';
import type { FileRow, StagedFile, WritableVersion } from '../store/outbox.ts';
import type { OrderContent } from './changes.ts';
import { type DocumentSource, orderDocument, orderFileName } from './document.ts';
import { type OrderDeps, storedObject } from './ports.ts';

export interface PreparedFile {
  readonly file: StagedFile;
  readonly bytes: Uint8Array;
}

export interface PrepareDeps extends OrderDeps {
  readonly writer: WriteAdapter;
}

/** The file of one version under the sequence number it would get, or why the format cannot hold it. */
export function prepareFile(
  deps: PrepareDeps,
  writable: WritableVersion,
  sequence: number,
): PreparedFile | { readonly cannot: string } {
  const { version, first } = writable;
  const content = contentOf(deps, version);
  if (content === undefined) return { cannot: 'Its details are no longer kept.' };
  const document = orderDocument({
    sequence,
    orderId: version.order_id,
    orderNumber: version.order_number,
    version: version.version,
    status: version.status,
    origin: version.origin as OrderOrigin,
    writtenAt: new Date(deps.clock.now()).toISOString(),
    ...content,
    ...previousOf(deps, writable, sequence),
    ...(first === undefined ? {} : { reissueOf: first }),
  });
  const bytes = written(deps.writer, document);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const file: StagedFile = {
    sequence,
    versionId: version.id,
    orderId: version.order_id,
    name: orderFileName(document, deps.writer.extension),
    sha256: hash('sha256', bytes),
    change: document.change,
    reissueOf: document.reissueOf ?? null,
  };
  return { file, bytes };
}

/** A writer throws where its format cannot hold an order. Then that order is parked, and the outbox continues. */
function written(
  writer: WriteAdapter,
  document: Parameters<WriteAdapter['write']>[0],
): Uint8Array | { readonly cannot: string } {
  try {
    return writer.write(document);
  } catch (cause) {
    return { cannot: errorText(cause) };
  }
}

/**
 * The newest file of the order. A reissue tells its changes against the file before the first one of its version, as
 * that one did.
 */
function previousOf(
  deps: PrepareDeps,
  { version, isFirst, first }: WritableVersion,
  sequence: number,
): Pick<DocumentSource, 'previous'> {
  if (isFirst) return {};
  const { outbox } = deps.store;
  const previous = outbox.fileBefore(version.order_id, sequence);
  if (previous === undefined) return {};
  const base = first === undefined ? previous : outbox.fileBefore(version.order_id, first.sequence);
  const content = base === undefined ? undefined : contentOfFile(deps, base);
  return {
    previous: { sequence: previous.sequence, ...(content === undefined ? {} : { content }) },
  };
}

function contentOfFile(deps: OrderDeps, file: FileRow): OrderContent | undefined {
  const version = deps.store.lookup.versionById(file.version_id);
  return version === undefined ? undefined : contentOf(deps, version);
}

/** What is kept of a version; undefined once personal data was dropped (keepDetails). */
export function contentOf(deps: OrderDeps, version: VersionRow): OrderContent | undefined {
  const summary = storedObject(deps, version.summary);
  const detail = storedObject(deps, version.detail);
  return summary === undefined || detail === undefined ? undefined : { summary, detail };
}
