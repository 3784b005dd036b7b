import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat that somebody configured for alerts. */
export interface Chat {
  /** The texts that were posted. */
  readonly texts: string[];
  readonly port: number;
  close(): void;
}

export async function openChat(): Promise<Chat> {
  const texts: string[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    texts.push(JSON.parse(Buffer.concat(chunks).toString()).text);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { texts, port: (server.address() as AddressInfo).port, close: () => server.close() };
}
