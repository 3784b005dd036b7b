import type { FastifyReply, FastifyRequest } from 'fastify';
import { basicPassword, type Judgement, type PasswordDoor } from './password.ts';
import { type Session, type Sessions, sameText } from './session.ts';

/** Node's spelling of the header that carries the token of a session, both ways. */
export const tokenHeader = 'x-stockhand-token';

/** Who may read and who may act on the status listener (faults 108, 109). */
export class Access {
  readonly #sessions: Sessions;
  readonly #door: PasswordDoor | undefined;

  /** Without a door, everybody who reaches the loopback may read. */
  constructor(sessions: Sessions, door: PasswordDoor | undefined) {
    this.#sessions = sessions;
    this.#door = door;
  }

  get needsPassword(): boolean {
    return this.#door !== undefined;
  }

  /** `open` for a logged-in session, and for the password by Basic. Where there is no password anybody may read. */
  judgeReader(request: FastifyRequest): Judgement {
    if (this.#door === undefined || this.#session(request) !== undefined) return 'open';
    const given = basicPassword(request.headers.authorization);
    return given === undefined ? 'wrong' : this.#door.judge(request.ip, given);
  }

  /** The cookie of a session and, beside it, its token: no other site can send both. */
  mayAct(request: FastifyRequest): boolean {
    const token = request.headers[tokenHeader];
    const session = this.#session(request);
    return session !== undefined && typeof token === 'string' && sameText(token, session.token);
  }

  /**
   * The session of a page that is sent or is open. Without a password whoever has none gets a new one as a guest.
   */
  sessionFor(request: FastifyRequest, reply: FastifyReply): Session | undefined {
    const session = this.#session(request);
    if (session !== undefined || this.#door !== undefined) return session;
    const issued = this.#sessions.issue('guest');
    reply.header('set-cookie', issued.setCookie);
    return issued.session;
  }

  /** Tries a password. On `open` the answer carries a new session: one from before the log-in is never raised. */
  logIn(request: FastifyRequest, reply: FastifyReply, given: string): Judgement {
    const judged = this.#door?.judge(request.ip, given) ?? 'open';
    if (judged === 'open' && this.#door !== undefined) {
      reply.header('set-cookie', this.#sessions.issue('user').setCookie);
    }
    return judged;
  }

  logOut(reply: FastifyReply): void {
    reply.header('set-cookie', this.#sessions.end());
  }

  #session(request: FastifyRequest): Session | undefined {
    const session = this.#sessions.read(request.headers.cookie);
    return this.#door !== undefined && session?.level !== 'user' ? undefined : session;
  }
}
