import { anotherBrowser, change } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import type { ProductInfo } from '../product/protocol.ts';
import { expect, failedRequest, moveTo, signIn, test } from '../product/test.ts';
import { signDraft } from './signed-report.ts';

const DRAFT =
  'La concentración fue de 14 millones/mL. El número total fue de 29.4 millones por eyaculado. Conviene repetir la muestra.';
const ID = 'usr_alejandrorojas';

const LABORATORY = 'lab-rio';
const TOKEN = 'j'.repeat(43);
const exported = makeExport([
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
]);

test.use({
  dataset: {
    ...exported,
    records: {
      ...exported.records,
      partners: [
        {
          idPartner: LABORATORY,
          name: 'Laboratorio Piedra de Río',
          type: 'Laboratorio',
          country: 'México',
          utm_available: false,
        },
      ],
    },
    laboratoryTokens: { [LABORATORY]: TOKEN },
  },
  seals: true,
  expectedErrors: failedRequest(403, 404),
});

let messages = 0;

/** A message of the laboratory about one study. */
async function send(
  product: ProductInfo,
  study: { readonly filler: string; readonly name: string; readonly state?: string },
  ...observations: readonly string[]
): Promise<void> {
  messages += 1;
  const body = [
    `MSH|^~\\&|LIS|RIO|SIMIENTE||20260114100000-0600||ORU^R01^ORU_R01|J${messages}|P|2.5.1||||||UNICODE UTF-8`,
    `PID|1||${ID}^^^SIMIENTE||`,
    `OBR|1||${study.filler}|^${study.name}|||202601140840||||||||||||||||||${study.state ?? 'F'}`,
    ...observations,
    '',
  ].join('\r');
  const answer = await fetch(new URL('/v1/laboratory/messages', product.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/hl7-v2' },
    body,
  });
  // A cancelled study without an order waits for a person.
  expect(await answer.text()).toContain(study.state === 'X' ? 'MSA|AE' : 'MSA|AA');
}

const volume = 'OBX|1|NM|3160-9^Volumen^LN||2.1|mL|≥ 1.4|N|||F';
const concentration = (value: string, state: string) =>
  `OBX|2|NM|9780-8^Concentración^LN||${value}|10*6/mL|≥ 16|L|||${state}`;
const fsh = (state: string) => `OBX|1|NM|15067-2^FSH^LN||5.1|mUI/mL|1.5 a 12.4|N|||${state}`;

interface Sets {
  readonly sets: readonly { readonly values: readonly { readonly withdrawn: boolean }[] }[];
}

test('H-C1, H-C8, E-10.1351, E-10.1460: a laboratory sends, withdraws, cancels and corrects; a technician validates, a doctor signs and corrects, and the patient reads the new version', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product);
  const semen = { filler: 'J-SEMEN', name: 'Seminograma' };
  const hormones = { filler: 'J-HORMONES', name: 'Perfil Hormonal' };
  await send(product, semen, volume, concentration('14', 'F'));
  await send(product, hormones, fsh('F'));
  await send(product, hormones, fsh('D'));
  await send(product, { filler: 'J-CULTURE', name: 'Cultivo de Semen', state: 'X' });
  const { data } = (await (
    await page.request.get(`/v1/result/of-patient?idUser=${ID}`)
  ).json()) as { data: Sets };
  const withdrawn = data.sets.map(({ values }) => values.every((one) => one.withdrawn));
  expect(withdrawn.toSorted()).toEqual([false, true]);
  await page.goto(`/pacientes/${ID}/resultados`);
  const study = page.getByRole('heading', { name: 'Seminograma' });
  const card = page.locator('section').filter({ has: study });
  await card.getByRole('button', { name: 'Validar' }).click();
  await expect(page.getByText('Resultados validados')).toBeVisible();
  const { idVersion, recoveryCodes } = await signDraft(page, product, ID);
  const clerk = await anotherBrowser(browser, product);
  await change(clerk.request, 'put', '/v1/user/update', { idUser: ID, birthDate: '1992-04-09' });
  await page.goto(`/pacientes/${ID}/actuality`);
  await expect(page.getByRole('button', { name: 'Entregar' })).toBeVisible();
  const deliver = (version: string) =>
    change<{ link: string; code: string }>(page.request, 'post', '/v1/deliveries/create', {
      idVersion: version,
      linkBy: 'hand',
      codeBy: 'voice',
      consented: true,
    });
  const handed = await deliver(idVersion);
  await send(product, semen, volume, concentration('41', 'C'));

  const notice = page.getByRole('region', { name: 'Cambiaron resultados que cita este informe' });
  await test.step('the open page shows the change, and nothing is delivered', async () => {
    await expect(notice.getByRole('listitem')).toHaveText([
      /Concentración.*14.*41.*Laboratorio Piedra de Río/,
      /Número total.*29\.4.*86\.1.*Se calcula con concentración/,
    ]);
    await expect(page.locator('mark')).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Entregar' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await moveTo(page, `/pacientes/${ID}`);
    await expect(page.getByText('Cambió un dato que cita.')).toBeVisible();
    await moveTo(page, '/por-firmar');
    await expect(page.getByText('Cambió un dato citado').first()).toBeVisible();
    await moveTo(page, '/home');
    await expect(page.getByText('Informes con resultados que cambiaron')).toBeVisible();
  });

  const patient = await (await browser.newContext({ baseURL: product.url })).newPage();
  const openLink = async ({ link, code }: typeof handed) => {
    await patient.goto(link);
    await patient.getByLabel('Día').fill('9');
    await patient.getByLabel('Mes').fill('4');
    await patient.getByLabel('Año').fill('1992');
    await patient.getByLabel('Código de 6 dígitos').fill(code);
    await patient.getByRole('button', { name: 'Abrir informe' }).click();
  };
  await test.step('the old link shows that the report is under review', async () => {
    await openLink(handed);
    await expect(patient.getByRole('heading', { level: 1 })).toHaveText(
      'Tu informe está en revisión',
    );
  });

  await test.step('the doctor corrects the report, and accepts the values that were not validated again', async () => {
    await moveTo(page, `/pacientes/${ID}/actuality`);
    await notice.getByRole('button', { name: 'Revisar y corregir' }).click();
    const reason = page.getByRole('dialog', { name: 'Corregir el informe firmado' });
    await reason.getByLabel('Motivo').fill('El laboratorio corrigió la concentración');
    await reason.getByRole('button', { name: 'Empezar la corrección' }).click();
    await page.getByRole('button', { name: 'Corregir a 41' }).click();
    await page.getByRole('button', { name: 'Corregir a 86.1' }).click();
    const acceptances = page.getByRole('checkbox', { name: 'Acepto citar este valor' });
    await expect(acceptances).toHaveCount(2);
    for (const checkbox of await acceptances.all()) await checkbox.check();
    await page.getByRole('button', { name: 'Firmar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Firmar informe' });
    await expect(dialog.getByText(/^Valor que aceptas: Concentración/)).toBeVisible();
    await dialog.getByLabel('Contraseña', { exact: true }).fill(product.colleague.password);
    await dialog.getByLabel('Código').fill(recoveryCodes[0] ?? '');
    await dialog.getByRole('checkbox', { name: /^Leí el texto completo/ }).check();
    await dialog.getByRole('button', { name: 'Firmar' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Entregar' })).toBeVisible();
  });

  await test.step('the old link shows no old text, and the patient reads the new version', async () => {
    await openLink(handed);
    await expect(patient.getByText('14 millones')).toHaveCount(0);
    const answer = await page.request.get(`/v1/reports/of-patient?idUser=${ID}`);
    const { reports } = (await answer.json()).data;
    const { inForce } = reports.find(({ kind }: { kind: string }) => kind === 'exam_ai');
    await openLink(await deliver(inForce));
    await expect(patient.getByText('La concentración fue de 41 millones/mL.')).toBeVisible();
  });
});
