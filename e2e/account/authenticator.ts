import { expect, type Page } from '@playwright/test';
import { makeCodeGenerator } from '@simiente/server/testing/accounts/otp';
import type { ProductInfo } from '../product/protocol.ts';

/** Sets up the second step with the calls that the page makes, and returns its generator of codes. */
export async function setUpTwoFactor(page: Page, { staff }: Pick<ProductInfo, 'staff'>) {
  const began = await page.request.post('/api/auth/two-factor/enable', {
    data: { password: staff.password },
  });
  const { uri, recoveryCodes } = (await began.json()) as { uri: string; recoveryCodes: string[] };
  const code = makeCodeGenerator(uri);
  const done = await page.request.post('/api/auth/two-factor/confirm', {
    data: { code: await code() },
  });
  expect(done.status()).toBe(200);
  return { code, recoveryCodes };
}

/** The generator of codes for the key that the page shows. */
export async function readAuthenticator(page: Page) {
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  return makeCodeGenerator(`otpauth://totp/x?secret=${secret}`);
}
