/** `Authorization: Bearer <API_KEY>` on every route of the contract. */
import type { FastifyRequest } from 'fastify';
import type { KeyStore } from '../accounts/ports.js';
import { Problem } from '../domain/problems.js';
import type { Caller } from './types.js';

const challenge = { 'www-authenticate': 'Bearer realm="contrafact"' };

/** The key's characters are those of RFC 6750's b64token; longer than this is no key of ours. */
const bearer = /^Bearer +([A-Za-z0-9._~+/-]{1,512}=*)$/i;

/** Throws the 401 or 404 that the contract fixes; the key itself never reaches a log. */
export async function authenticate(request: FastifyRequest, keys: KeyStore): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) throw new Problem('missing_authorization', undefined, { headers: challenge });
  const key = bearer.exec(header)?.[1];
  if (key === undefined) throw new Problem('malformed_authorization', undefined, { headers: challenge });
  const found = await keys.authenticate(key);
  switch (found.outcome) {
    case 'ok':
      return { keyId: found.keyId, account: found.account };
    case 'expired':
      throw new Problem('expired_api_key', undefined, {
        headers: { 'www-authenticate': `${challenge['www-authenticate']}, error="invalid_token"` },
      });
    case 'unknown':
      throw new Problem('unknown_api_key');
  }
}
