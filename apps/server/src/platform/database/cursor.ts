import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../http/problem.ts';

/** Where a page ended: the order it was in, and its last row's place in that order. */
export interface Cursor {
  readonly sort: string;
  readonly key: string;
  readonly id: string;
}

/** Writes and reads page cursors; one that we did not write is a CURSOR_INVALID. */
export interface CursorCodec {
  encode(cursor: Cursor): string;
  /** @throws Problem CURSOR_INVALID when altered, or made for another order than `sort`. */
  decode(text: string, sort: string): Cursor;
}

const SIGNATURE_BYTES = 12;

/** A codec whose cursors are signed with `secret`, so that every process with it reads them. */
export function createCursorCodec(secret: string): CursorCodec {
  const sign = (payload: string) =>
    createHmac('sha256', secret)
      .update('cursor:')
      .update(payload)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  const seal = (payload: string) => `${payload}.${sign(payload).toString('base64url')}`;
  return {
    encode({ sort, key, id }) {
      const payload = Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
      return seal(payload);
    },
    decode(text, sort) {
      const [payload = ''] = text.split('.', 1);
      const given = Buffer.from(text);
      const expected = Buffer.from(seal(payload));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Problem('CURSOR_INVALID');
      }
      // Signed, so it is ours and has this shape.
      const [madeFor, key, id] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
        string,
        string,
        string,
      ];
      if (madeFor !== sort) throw new Problem('CURSOR_INVALID');
      return { sort, key, id };
    },
  };
}

/** The cursors of one list: those of another, whose rows stand in another order, are refused. */
export function cursorsOfList(codec: CursorCodec, list: string): CursorCodec {
  const within = (sort: string) => `${list} ${sort}`;
  return {
    encode: (cursor) => codec.encode({ ...cursor, sort: within(cursor.sort) }),
    decode: (text, sort) => ({ ...codec.decode(text, within(sort)), sort }),
  };
}
