import { change } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, nightlyStep, signIn, test } from '../product/test.ts';

const ID = 'usr_andrsvillalobos';
const DAY = 86_400_000;

test.use({
  dataset: makeExport([
    person('Andrés Villalobos', { phone: '+52 33 0078 4209', email: 'andres@correo.example' }),
  ]),
});

test('E-10.1606, E-10.1602: staff remind a patient by WhatsApp, who confirms on a phone, and see it immediately', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product);
  const { doctor } = await change<{ doctor: { idDoctor: string } }>(
    page.request,
    'post',
    '/v1/doctor/create',
    {
      name: 'Tomás Arriaga',
      email: null,
      specialties: ['Andrología'],
      appointmentMinutes: 30,
      workingDays: [],
    },
  );
  await change(page.request, 'post', '/v1/doctor/create_appointment', {
    idUser: ID,
    idDoctor: doctor.idDoctor,
    date: new Date(Date.now() + 2 * DAY).toISOString(),
  });
  await change(page.request, 'post', '/v1/user/record-consent', {
    idUser: ID,
    purposes: ['reminders_whatsapp'],
    version: '2026-11',
    givenOn: '2026-11-20',
    way: 'paper',
  });
  await page.goto('/por-confirmar');
  const row = page.getByRole('listitem').filter({ hasText: 'Andrés Villalobos' });

  await test.step('E-10.1607: reminders are off until an administrator turns them on, with the text of a real appointment', async () => {
    await expect(page.getByText('Los recordatorios están desactivados.')).toBeVisible();
    await page.getByRole('button', { name: 'Reglas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reglas de los recordatorios' });
    await dialog.getByRole('switch', { name: 'Recordatorios activados' }).check();
    await dialog.getByRole('button', { name: 'Ver con la próxima cita' }).click();
    await expect(dialog.getByText(/^Hola, Andrés\. Te esperamos/)).toBeVisible();
    await nightlyStep('the rules are accessible', () => expectAccessibleLayout(page));
    const text = dialog.getByRole('textbox', { name: 'Texto' });
    await text.fill('Hola, {paciente}. Trae tu receta.');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('quita «receta»')).toBeVisible();
    await text.fill('Hola, {paciente}. Te esperamos el {fecha} a las {hora}.');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Reglas guardadas')).toBeVisible();
    await expect(page.getByText('Los recordatorios están desactivados.')).toHaveCount(0);
  });

  const link = await test.step('the text is finished, and its sending is recorded', async () => {
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    await row.getByRole('button', { name: 'WhatsApp a Andrés Villalobos' }).click();
    const dialog = page.getByRole('dialog', { name: 'WhatsApp a Andrés' });
    await expect(dialog.getByText('1 de 1')).toBeVisible();
    const text = (await dialog.getByText(/^Hola, Andrés\./).textContent()) ?? '';
    await nightlyStep('the text is accessible', () => expectAccessibleLayout(page));
    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Abrir WhatsApp' }).click();
    const tab = await opening;
    await tab.waitForURL('https://wa.me/**');
    const chat = new URL(tab.url());
    // A page behind another one is not painted.
    await tab.close();
    expect([chat.pathname, chat.searchParams.get('text')]).toEqual(['/523300784209', text]);
    await expect(row.getByText('Enviado')).toBeVisible();
    await expect(row.getByText(/^Por WhatsApp de /)).toBeVisible();
    await nightlyStep('the list is accessible', () => expectAccessibleLayout(page));
    const [found = ''] = /\/cita\/[\w-]+/.exec(text) ?? [];
    return found;
  });

  await test.step('the patient reads and confirms on a phone, and staff see both immediately', async () => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 390, height: 844 },
    });
    const patient = await context.newPage();
    await patient.goto(link);
    await expect(patient.getByRole('heading', { level: 1 })).toHaveText('Tu cita');
    await expect(row.getByText('Leído')).toBeVisible();
    await nightlyStep('the page is accessible', () => expectAccessibleLayout(patient));
    await patient.getByRole('button', { name: 'Confirmar' }).click();
    await expect(patient.getByText('Cita confirmada')).toBeVisible();
    await expect(patient.getByText('Andrología')).toHaveCount(0);
    await test.step('E-10.2453: staff undo the confirmation, and the patient confirms, both by keyboard', async () => {
      await row.getByRole('button', { name: 'Ver cita: Andrés Villalobos' }).press('Enter');
      const card = page.getByRole('dialog', { name: 'Cita Médica' });
      await card.getByRole('button', { name: 'Deshacer' }).press('Enter');
      await expect(card.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(row.getByText('Leído')).toBeVisible();
      await patient.reload();
      const confirm = patient.getByRole('button', { name: 'Confirmar' });
      const focused = confirm.and(patient.locator(':focus'));
      for (let n = 0; n < 9 && (await focused.count()) === 0; n += 1) {
        await patient.keyboard.press('Tab');
      }
      await patient.keyboard.press('Enter');
      await expect(patient.getByText('Cita confirmada')).toBeVisible();
    });
    await nightlyStep('the confirmation and the form are accessible', async () => {
      await expectAccessibleLayout(patient);
      await patient.goto(`${link}/otro-horario`);
      await expectAccessibleLayout(patient);
    });
    expect(await context.cookies()).toEqual([]);
    await context.close();
    await expect(row.getByText('Por el enlace, ')).toBeVisible();
  });

  await test.step('without JavaScript the patient requests another time, which waits under Por resolver', async () => {
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
    const patient = await context.newPage();
    await patient.goto(link);
    await patient.getByRole('link', { name: 'Pedir otro horario' }).click();
    await patient.getByText('Mar', { exact: true }).click();
    await patient.getByLabel('Mensaje').fill('Después de las 17');
    await patient.getByRole('button', { name: 'Enviar' }).click();
    await expect(patient.getByText('Pediste otro horario')).toBeVisible();
    await context.close();
    await page.goto('/home');
    await page.getByRole('link', { name: /Pacientes que piden otro horario/ }).click();
    await expect(row.getByText('«Después de las 17»')).toBeVisible();
  });
});
