/** Who is signed in, by a cookie; and that a request comes from the dashboard's own page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionStore, User } from './ports.js';
import { DashboardProblem } from './problem.js';

export const sessionLifetimeSeconds = 14 * 24 * 3600;
const cookieName = 'contrafact_session';

const signedIn = new WeakMap<FastifyRequest, User>();

/** Whose request this is. Only for routes behind `requireSession`. */
export function userOf(request: FastifyRequest): User {
  const user = signedIn.get(request);
  if (!user) throw new DashboardProblem(401, 'not_signed_in', 'Sign in to go on.');
  return user;
}

export function requireOwner(request: FastifyRequest): User {
  const user = userOf(request);
  if (user.role !== 'owner') {
    throw new DashboardProblem(403, 'owner_required', 'Only an owner of the account may do this.');
  }
  return user;
}

/** A hook for whatever changes something that is not one's own: people who only read are refused. */
export async function refuseViewers(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (userOf(request).role === 'viewer') {
    throw new DashboardProblem(
      403,
      'viewer_read_only',
      'You are a viewer of this account: you can read results and change nothing. Ask an owner for another role.',
    );
  }
}

/** A hook for what belongs to those who build on the interface: keys, callbacks, deliveries and usage. */
export async function requireMember(request: FastifyRequest): Promise<void> {
  if (userOf(request).role === 'viewer') {
    throw new DashboardProblem(
      403,
      'member_required',
      'Only owners and members of this account see keys, callbacks, deliveries and usage. Ask an owner for another role.',
    );
  }
}

export function requireOperator(request: FastifyRequest): User {
  const user = userOf(request);
  if (!user.isOperator) {
    throw new DashboardProblem(
      403,
      'operator_required',
      'Only an administrator of this instance may see this.',
    );
  }
  return user;
}

export function sessionToken(request: FastifyRequest): string | null {
  return request.cookies[cookieName] ?? null;
}

/** HttpOnly and SameSite=Strict always; Secure wherever the connection is, so that plain http://127.0.0.1 works. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName, token, { ...attributes(request), maxAge: sessionLifetimeSeconds });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName, attributes(request));
}

function attributes(request: FastifyRequest): {
  path: string;
  httpOnly: true;
  sameSite: 'strict';
  secure: boolean;
} {
  return { path: '/dashboard', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' };
}

/** A hook that answers 401 where no session is. */
export function requireSession(sessions: SessionStore): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const token = sessionToken(request);
    const user = token === null ? null : await sessions.find(token);
    if (!user) throw new DashboardProblem(401, 'not_signed_in', 'Sign in to go on.');
    signedIn.set(request, user);
  };
}

/**
 * A hook that refuses what another site's page sent. The cookie is SameSite=Strict already; on top of it a
 * changing request must carry a header that a foreign page cannot set without being asked first, and where the
 * browser says where it comes from, it must be here.
 */
export async function refuseForeignPages(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const foreignSite = site !== undefined && site !== 'same-origin';
  if (request.headers['x-contrafact-dashboard'] !== '1' || foreignSite || foreignOrigin(request)) {
    throw new DashboardProblem(403, 'foreign_page', 'This request did not come from the dashboard.');
  }
}

function foreignOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}
