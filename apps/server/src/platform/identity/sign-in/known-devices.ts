import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isEqual } from '../../http/digest.ts';
import { defineCookie } from '../sessions/session-token.ts';

/** Seconds for which a device stays known after a complete sign-in. */
const LIFETIME = 90 * 24 * 60 * 60;
/** Maximum accounts for which one browser is known, as at a reception desk. The oldest are dropped. */
const MAX_ACCOUNTS = 8;

export interface KnownAccount {
  readonly staffId: string;
  /** Incremented when all sessions of the account are ended, so that its devices become unknown. */
  readonly deviceEpoch: number;
}

interface Entry {
  /** A digest of an account that does not identify it. */
  readonly tag: string;
  readonly epoch: number;
  /** Seconds since 1970. */
  readonly expires: number;
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Browsers in which a sign-in was completed, identified by a signed cookie. The cookie opens no session and
 * replaces neither password nor second step: attempts from a known device only have a separate counter.
 */
export function createKnownDevices(secret: string, secure: boolean) {
  const cookie = defineCookie('device', secure, 'Strict');
  const digest = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`device-${purpose}:`).update(text).digest('base64url');
  const deriveTag = (staffId: string) => digest('account', staffId).slice(0, 16);

  /** The id of a request's device, and the accounts for which it is known; empty for an unknown device. */
  function read(request: FastifyRequest): { id: string; entries: readonly Entry[] } {
    const value = cookie.read(request);
    const end = value.lastIndexOf('.');
    const content = value.slice(0, Math.max(0, end));
    if (content === '' || !isEqual(digest('cookie', content), value.slice(end + 1))) {
      return { id: '', entries: [] };
    }
    const [id = '', entries = ''] = content.split('.');
    const now = Date.now() / 1000;
    return {
      id,
      entries: entries
        .split('~')
        .map(readEntry)
        .filter(({ expires }) => expires > now),
    };
  }

  return {
    /** The device of a request if it is known for the account; otherwise null. */
    find(request: FastifyRequest, account: KnownAccount | undefined): string | null {
      if (account === undefined) return null;
      const { id, entries } = read(request);
      const tag = deriveTag(account.staffId);
      const isKnown = entries.some(
        (entry) => entry.tag === tag && entry.epoch === account.deviceEpoch,
      );
      return isKnown ? id : null;
    },
    /** Called after a complete sign-in, including its second step. */
    remember(request: FastifyRequest, reply: FastifyReply, account: KnownAccount): void {
      const { id, entries } = read(request);
      const tag = deriveTag(account.staffId);
      const ownEntry = {
        tag,
        epoch: account.deviceEpoch,
        expires: Math.floor(Date.now() / 1000) + LIFETIME,
      };
      const newest = [ownEntry, ...entries.filter((entry) => entry.tag !== tag)].slice(
        0,
        MAX_ACCOUNTS,
      );
      const texts = newest.map(({ tag, epoch, expires }) => [tag, epoch, expires].join(':'));
      const content = `${id || randomBytes(12).toString('base64url')}.${texts.join('~')}`;
      cookie.set(reply, `${content}.${digest('cookie', content)}`, LIFETIME);
    },
  };
}

function readEntry(text: string): Entry {
  const [tag = '', epoch, expires] = text.split(':');
  return { tag, epoch: Number(epoch), expires: Number(expires) };
}
