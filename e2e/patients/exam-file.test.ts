import { expect, test } from '../product/test.ts';

test.use({ dataset: { kind: 'demo', patients: 30 } });

test('E-2.74: Consultar opens the file of an exam in a new tab, for signed-in users alone', async ({
  staffPage: page,
  context,
  playwright,
  product,
}) => {
  const { data } = await (await page.request.get('/v1/user/list?status=4')).json();
  await page.goto(`/pacientes/${data.userData[0].idUser}`);
  const link = page.getByRole('link', { name: /^Consultar/ }).first();
  const card = page.getByRole('region', { name: 'Estudios' }).getByRole('listitem').first();
  await expect(card).toContainText(/(PDF|JPEG|PNG) · [\d.]+ (KB|MB)/);
  const href = (await link.getAttribute('href')) ?? '';
  expect(href).toMatch(/^\/v1\/files\/[\w-]+$/);

  const [tab, opened] = await Promise.all([
    context.waitForEvent('page'),
    // The request of the new tab: not every Chromium has a PDF viewer.
    context.waitForEvent('response', (response) => response.url().endsWith(href)),
    link.click(),
  ]);
  expect(opened.status()).toBe(200);
  await tab.close();

  const answer = await page.request.get(href);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toMatch(/^(application\/pdf|image\/(jpeg|png))$/);
  expect(answer.headers()['x-content-type-options']).toBe('nosniff');

  const stranger = await playwright.request.newContext({ baseURL: product.url });
  const refused = await stranger.get(href);
  expect(refused.status()).toBe(401);
  expect((await refused.body()).subarray(0, 4).toString()).not.toBe('%PDF');
  await stranger.dispose();
});
