import type { IncomingMessage, ServerResponse } from 'node:http';
import { bounds, limits } from '../base/limits.ts';
import { Problem } from '../base/problem.ts';
import { findPicture } from '../catalog/media.ts';
import { storeUpload } from '../catalog/storage.ts';
import { answerControl, parseControlBody } from '../control/control.ts';
import type { House } from '../control/house.ts';
import type { ControlAnswer } from '../control/route.ts';
import { describeApi } from '../openapi.ts';
import { pack } from '../weather/spoil.ts';
import { endpoints } from './endpoints.ts';
import type { Handler } from './listener.ts';
import { createRateLimiter } from './rate.ts';
import { type Request, readRequest } from './request.ts';
import { refusal, respond } from './respond.ts';
import { serve } from './serve.ts';
import { isPage, sendPage } from './static.ts';
import { transmit } from './transmit.ts';

/** The API's own address: the service, and beside it the tester's control API, document and page. */
export function apiHandler(house: House, signal: AbortSignal): Handler {
  const limiter = createRateLimiter(house.market);
  const serving = { ...house, extraHeaders: limiter.headers, signal };
  const responder = { market: house.market, endpoints, countRequest: limiter.count };
  return async (message, response) => {
    const path = (message.url ?? '/').split('?')[0] ?? '/';
    if (path.startsWith('/sandbox/')) return await answerTester(house, message, response);
    if (isPage(message.method ?? '', path)) return await sendPage(response, path);
    if (path === '/openapi.json') return sendDocument(message, response);
    const request = await readRequest(message, {
      keepBytes: limits.bodyBytes,
      drainBytes: bounds.drainBytes,
    });
    await serve(serving, { request, response }, (arrival) => respond(responder, arrival));
  };
}

/** The storage's address: uploads, and the pictures behind the image URLs. */
export function storageHandler(house: House, signal: AbortSignal): Handler {
  const serving = { ...house, extraHeaders: () => ({}), signal };
  return async (message, response) => {
    if (message.url?.startsWith('/media/')) return sendPicture(house, message.url, response);
    const request = await readRequest(message, {
      keepBytes: limits.imageBytes,
      drainBytes: bounds.drainBytes,
    });
    await serve(serving, { request, response }, (arrival) =>
      Promise.resolve(storeUpload(house.market, arrival)),
    );
  };
}

function sendPicture(house: House, url: string, response: ServerResponse): void {
  const sha256 = /^\/media\/([0-9a-f]{64})\.\w+$/.exec(url)?.[1];
  const picture = sha256 === undefined ? undefined : findPicture(house.market, sha256);
  if (!picture?.bytes) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': picture.contentType,
    'content-length': picture.bytes.length,
  });
  response.end(picture.bytes);
}

function sendDocument(message: IncomingMessage, response: ServerResponse): void {
  const url = `http://${message.headers.host ?? 'localhost'}`;
  const text = JSON.stringify(describeApi(endpoints, url), null, 2);
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

async function answerTester(house: House, message: IncomingMessage, response: ServerResponse) {
  const request = await readRequest(message, {
    keepBytes: bounds.controlBodyBytes,
    drainBytes: bounds.controlBodyBytes,
  });
  await transmit(response, pack(await answerSafely(house, request)), AbortSignal.abort());
}

async function answerSafely(house: House, request: Request): Promise<ControlAnswer> {
  try {
    refuseOtherSites(request);
    const body = parseControlBody(request.body);
    return await answerControl(house, { method: request.method, target: request.target, body });
  } catch (error) {
    return refusal(error, request);
  }
}

/** The control API asks for no credential, so a web page of another site must not reach it. */
function refuseOtherSites({ headers }: Request): void {
  if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
  throw new Problem('FORBIDDEN', `The control API is not for pages of ${headers.origin}`);
}
