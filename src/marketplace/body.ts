/** Named limit of everything that is read: a page of 100 products with the longest texts is a third of it. */
export const answerBytesMax = 16_777_216;

/**
 * The whole body, or undefined if it is larger than `answerBytesMax`. Bytes are counted after unpacking, so that a zip
 * bomb ends there, too (fault 54). Leaving the loop ends the connection.
 */
export async function readBody(response: Response): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}
