import { anotherBrowser, change } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import { expect, failedRequest, moveTo, signIn, test } from '../product/test.ts';
import { signDraft } from './signed-report.ts';

const DRAFT =
  'La concentración fue de 14 millones/mL. El número total fue de 29.4 millones por eyaculado. Conviene repetir la muestra.';
const ID = 'usr_alejandrorojas';

test.use({
  dataset: makeExport([
    person(
      'Alejandro Rojas',
      {},
      {
        MedicalReportData: {
          examReportIA: { message: DRAFT },
          firstMedicalReport: { message: '' },
        },
      },
    ),
  ]),
  seals: true,
  expectedErrors: failedRequest(403, 404),
});

interface Entered {
  readonly set: {
    readonly idResultSet: string;
    readonly values: readonly { readonly idValue: string; readonly analyte: string }[];
    readonly checks: readonly { readonly level: string; readonly message: string }[];
  };
}

test('H-C1, E-10.1351: after a result changes every screen of its signed report has a notice, and the patient’s link is paused', async ({
  page,
  product,
  browser,
}) => {
  const { request } = page;
  await signIn(page, product);
  const { set } = await change<Entered>(request, 'post', '/v1/result/create', {
    idUser: ID,
    examType: 'Seminograma',
    collectedAt: '2026-01-14',
    values: [
      { analyte: 'volume', value: '2.1' },
      { analyte: 'concentration', value: '14', range: '≥ 16' },
    ],
  });
  const { idResultSet, checks } = set;
  const acknowledged = checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);
  await change(request, 'post', '/v1/result/validate', { idResultSet, acknowledged });
  const { idVersion } = await signDraft(page, product, ID);
  const clerk = await anotherBrowser(browser, product);
  await change(clerk.request, 'put', '/v1/user/update', { idUser: ID, birthDate: '1992-04-09' });
  await page.goto(`/pacientes/${ID}/actuality`);
  await expect(page.getByRole('button', { name: 'Entregar' })).toBeVisible();
  const { link, code } = await change<{ link: string; code: string }>(
    page.request,
    'post',
    '/v1/deliveries/create',
    { idVersion, linkBy: 'hand', codeBy: 'voice', consented: true },
  );
  const idValue = set.values.find(({ analyte }) => analyte === 'concentration')?.idValue;
  await change(clerk.request, 'post', '/v1/result/correct', {
    idResultSet,
    reason: 'El papel dice 41',
    values: [{ idValue, value: '41' }],
  });

  const notice = page.getByRole('region', { name: 'Cambiaron resultados que cita este informe' });
  await test.step('the open page shows the change, and nothing is delivered', async () => {
    await expect(notice.getByRole('listitem')).toHaveText([
      /Concentración.*14.*41.*«El papel dice 41»/,
      /Número total.*29\.4.*86\.1.*Se calcula con concentración/,
    ]);
    await expect(page.locator('mark')).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Entregar' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await moveTo(page, `/pacientes/${ID}`);
    await expect(page.getByText('Cambió un resultado que cita.')).toBeVisible();
    await moveTo(page, '/por-firmar');
    await expect(page.getByText('Cambió un resultado citado').first()).toBeVisible();
    await moveTo(page, '/home');
    await expect(page.getByText('Informes con resultados que cambiaron')).toBeVisible();
  });

  const patient = await (await browser.newContext({ baseURL: product.url })).newPage();
  await test.step('the link shows no text', async () => {
    await patient.goto(link);
    await patient.getByLabel('Día').fill('9');
    await patient.getByLabel('Mes').fill('4');
    await patient.getByLabel('Año').fill('1992');
    await patient.getByLabel('Código de 6 dígitos').fill(code);
    await patient.getByRole('button', { name: 'Abrir informe' }).click();
    await expect(patient.getByRole('heading', { level: 1 })).toHaveText(
      'Tu informe está en revisión',
    );
  });
});
