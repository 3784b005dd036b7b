import type { FastifyInstance } from 'fastify';
import type { Language } from '../config/declaration.ts';
import type { Access } from './access.ts';
import { loginPage } from './document.ts';
import { retryAfterSeconds } from './password.ts';
import { words } from './words.ts';

const formBytesMax = 4_096;

/** Log-in and log-out by plain forms, so that they need no script. */
export function declareLogin(app: FastifyInstance, access: Access, language: Language): void {
  const text = words[language];
  // A scope of its own: nothing else on this listener takes a form (fault 108).
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
    );
    scope.post('/login', (request, reply) => {
      const judged = access.logIn(request, reply, passwordOf(request.body));
      if (judged === 'open') return reply.redirect('/', 303);
      if (judged === 'later') reply.header('retry-after', retryAfterSeconds);
      const failure = judged === 'wrong' ? text.wrongPassword : text.tooManyTries;
      return reply
        .code(judged === 'wrong' ? 401 : 429)
        .type('text/html; charset=utf-8')
        .send(loginPage(language, failure));
    });
    // Its address stays in the browser after a wrong password, and is asked for again.
    scope.get('/login', (_request, reply) => reply.redirect('/', 303));
    scope.post('/logout', (_request, reply) => {
      access.logOut(reply);
      return reply.redirect('/', 303);
    });
    done();
  });
}

function passwordOf(body: unknown): string {
  return body instanceof URLSearchParams ? (body.get('password') ?? '') : '';
}
