import { type Complaint, complaintOf } from '../../domain/complaint.ts';

const code = 'PICTURE_PACKED';

/** 1C and shops pack the pictures with the export. They are not read from there, and else nobody would learn that. */
export function packedPictures(pictures: readonly string[] = []): Complaint | undefined {
  const [first] = pictures;
  if (first === undefined) return undefined;
  const [are, they] =
    pictures.length === 1
      ? [`a picture, "${first}"`, 'it is']
      : [`${pictures.length} pictures, first "${first}"`, 'they are'];
  const rule = `The ZIP container holds ${are}: ${they} not read from there, but from catalog.pictures.folder.`;
  return complaintOf({ code, rule });
}
