import type { PicturesConfig } from '../../config/declaration.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { HttpOutcome, Upload } from '../../domain/exchange.ts';
import type { ConvertPicture } from '../../files/convert-picture.ts';
import type { createPictureNames } from '../../files/picture-names.ts';
import type { Files } from '../../files/port.ts';
import type { FolderWatch } from '../../files/watch.ts';
import type { RequestBook } from '../requests/request-book.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';

/** What the pictures need of other rooms, handed in by the composition root. */
export interface PictureTools {
  readonly names: typeof createPictureNames;
  readonly convert: ConvertPicture;
  /**
   * A file that two looks this far apart see unchanged is at rest. A file that is gone counts as gone after the same
   * time, because an ERP may replace it.
   */
  readonly quietMs: number;
  /** Part of what should be shown: another recipe gives other bytes of the same file. */
  readonly recipe: number;
  /** One try to put bytes on an address that is its own credential (spec "Image flow rules" 1). */
  upload(upload: Upload): Promise<HttpOutcome>;
}

export interface PictureDeps
  extends Pick<
    EngineDeps,
    'store' | 'clock' | 'calls' | 'config' | 'maxInFlight' | 'send' | 'nudge'
  > {
  readonly files: Files;
  readonly pictures: PictureTools;
  readonly book: RequestBook;
  readonly ignoreCase: boolean;
  /** Told of every scan. Absent: only the clock and the imports wake the looks. */
  readonly watch?: Pick<FolderWatch, 'looked'>;
  /**
   * By product: bytes that the converter refused. Each look reads some files again, and the same bytes would fail again.
   * In memory only, because a converter may be installed before the next start.
   */
  readonly unconverted: Map<number, { readonly wish: string; readonly complaint: Complaint }>;
}

/** Where pictures come from: a folder whose file names tell the article, or a column that names the file. */
export interface PicturePlace {
  readonly folder: string;
  readonly by: 'name' | 'column';
  readonly files: string;
  readonly removed: PicturesConfig['removed'];
  readonly convert: boolean;
}

/** The source whose export names the pictures. */
export function pictureOwner({ sources }: EngineDeps['config']): SourceConfig | undefined {
  return sources.find(({ mapping }) => mapping.picture !== undefined);
}

/** Undefined where the configuration knows no pictures. */
export function picturePlace(config: EngineDeps['config']): PicturePlace | undefined {
  const { pictures } = config;
  const owner = pictureOwner(config);
  if (pictures === undefined && owner === undefined) return undefined;
  return {
    folder: pictures?.folder ?? owner?.folder ?? '',
    by: owner === undefined ? 'name' : 'column',
    files: pictures?.files ?? '',
    removed: pictures?.removed ?? 'keep',
    convert: pictures?.convert ?? false,
  };
}
