import { readPdf } from '@simiente/server/testing/files/read-pdf';
import { loseSession } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';

const MESSAGE = `## Resumen de tu estudio
**Volumen:** 5.3 ml【4:7†source】. Valor de referencia: 1.4 ml.

<p>La <b>movilidad progresiva</b> fue de 32 % &mdash; referencia ≥ 30 %.</p>
   
- FSH <LOQ y >12 UI/L
<img src=x onerror="document.title='roto'"><script>document.title='roto'</script>`;

const people = makeExport([
  person(
    'Alejandro Rojas',
    {},
    {
      MedicalReportData: {
        examReportIA: { message: MESSAGE },
        firstMedicalReport: { message: 'Primer informe médico.' },
      },
    },
  ),
]);
test.use({ dataset: people, expectedErrors: failedRequest(401) });

const PATIENT = '/pacientes/usr_alejandrorojas';
const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

test('a report is plain paragraphs, printed alone, does not move while it loads, and is locked when the session ends', async ({
  staffPage: page,
}) => {
  await test.step('nothing moves when the name of the patient arrives', async () => {
    let answer = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/get-medical-history-patient*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${PATIENT}/actuality`);
    const note = page.getByRole('note');
    // The menu has loaded, and the text has stopped moving.
    await expect(page.getByText('Mariana Solórzano').first()).toBeVisible();
    await note.hover({ trial: true });
    const before = await note.boundingBox();
    answer();
    await expect(page.getByRole('article').getByText('Alejandro Rojas')).toBeVisible();
    await expect.poll(() => note.boundingBox()).toEqual(before);
    await page.unrouteAll();
  });

  await test.step('S-42, T-E1: no markup, citations or blank lines, one paragraph a line', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Test de Fertilidad');
    await expect(page.getByRole('note')).toHaveText(NOTICE);
    await expect(page.getByTestId('report').locator('p')).toHaveText([
      'Resumen de tu estudio',
      'Volumen: 5.3 ml. Valor de referencia: 1.4 ml.',
      'La movilidad progresiva fue de 32 % — referencia ≥ 30 %.',
      'FSH <LOQ y >12 UI/L',
    ]);
    await expect(page).not.toHaveTitle('roto');
  });

  await test.step('H-C6, E-10.1393, E-10.3403: each page of an unsigned report has the patient and BORRADOR, and none claims the supervision of doctors', async () => {
    // On a page as small as a label the text spans several pages.
    const paper = await page.pdf({ width: '5in', height: '3in' });
    const { pageTexts, text } = await readPdf(paper);
    expect(pageTexts.length).toBeGreaterThan(1);
    for (const [index, sheet] of pageTexts.entries()) {
      expect(sheet).toContain('BORRADOR');
      expect(sheet).toContain('Alejandro Rojas · Mi Test de Fertilidad');
      expect(sheet).toContain(`Página ${index + 1} de ${pageTexts.length}`);
    }
    expect(text).not.toContain('supervisado');
    expect(text).toContain('Resumen de tu estudio');
  });

  await test.step('a used button is dimmed while it is locked', async () => {
    const print = page.getByRole('button', { name: 'Imprimir' });
    // The lock lasts a second, which a busy machine may miss.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
    await print.click();
    await expect(print).toHaveCSS('opacity', '0.6');
    await page.clock.resume();
    await expect(print).toHaveCSS('opacity', '1');
  });

  await test.step('a printed report is the report alone', async () => {
    await expect(page.getByTestId('report')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
    await expect(page.getByTestId('report')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('E-2.8, E-2.76, E-2.79: the fertility test has its own report under the same title', async () => {
    await moveTo(page, `${PATIENT}/fertility-test`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Test de Fertilidad');
    await expect(page.getByTestId('report').locator('p')).toHaveText(['Primer informe médico.']);
  });

  await test.step('a session that ends while a report loads covers reader and report', async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/user/get-medical-history*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${PATIENT}/actuality`);
    await expect(page.getByText('Cargando...')).toBeVisible();
    await expect(page.getByText('Mariana Solórzano').first()).toBeVisible();
    await loseSession(page);
    release();
    await expect(page.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeHidden();
  });
});

test.describe('E-2.21, E-6.4: report without a session', () => {
  test('a report shows its frame, requests nothing, and opens after the login', async ({
    page,
    product: { staff },
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    for (const report of ['actuality', 'fertility-test']) {
      await test.step(report, async () => {
        calls.length = 0;
        await page.goto(`${PATIENT}/${report}`);
        await expect(page.getByText('Inicia sesión para ver este informe.')).toBeVisible();
        await expect(page.getByRole('note')).toHaveText(NOTICE);
        await expect(page).toHaveURL(`${PATIENT}/${report}`);
        await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0);
        await expect(page.getByText('Alejandro')).toHaveCount(0);
        expect(calls.filter((path) => path.startsWith('/v1/'))).toEqual([]);

        await page.getByRole('link', { name: 'Iniciar sesión' }).click();
        await page.getByLabel('Correo electrónico').fill(staff.email);
        await page.getByLabel('Contraseña', { exact: true }).fill(staff.password);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${PATIENT}/${report}`);
        await expect(page.getByText('Alejandro Rojas').first()).toBeVisible();
        await page.goto('about:blank');
        await page.context().clearCookies();
      });
    }
  });
});
