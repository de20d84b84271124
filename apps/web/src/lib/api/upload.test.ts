import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import { afterEach, expect, test, vi } from 'vitest';
import { storeViewAs } from './send.ts';
import { upload } from './upload.ts';

afterEach(() => {
  storeViewAs(null);
  vi.unstubAllGlobals();
});

/** Uploads a file, and returns the headers that were sent. */
async function uploadHeaders(): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 200;
      response = { data: 'done' };
      onload = () => {};
      open() {}
      setRequestHeader(name: string, value: string) {
        headers[name] = value;
      }
      send() {
        this.onload();
      }
    },
  );
  const request = { path: '/v1/exam/create', fields: {}, files: {}, idempotencyKey: 'key' };
  expect(await upload({ ...request, read: String })).toBe('done');
  return headers;
}

test('an upload is sent with the viewed role, or with no role header if none is viewed', async () => {
  storeViewAs('recepcion');
  expect(await uploadHeaders()).toEqual({
    'idempotency-key': 'key',
    [VIEW_AS_HEADER]: 'recepcion',
  });
  storeViewAs(null);
  expect(await uploadHeaders()).toEqual({ 'idempotency-key': 'key' });
});
