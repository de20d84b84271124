import type { Browser, Page } from '@playwright/test';
import { buildPatient } from '@simiente/builders/patients';
import { createContext, withStream } from '@simiente/builders/random';
import type { PatientRecord, ProspectRecord } from '@simiente/builders/records';
import type { Dataset, ProductInfo } from '../product/protocol.ts';
import { signIn } from '../product/test.ts';

/** A prospect with only a name, and an id, an e-mail and a phone derived from it. */
export function prospect(name: string, fields: Partial<ProspectRecord> = {}): ProspectRecord {
  const word = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return {
    idProspect: `prs_${word}`,
    name,
    mail: `${word}@correo.example`,
    phone: `55 1000 ${String(1000 + (word.length % 1000))}`,
    motivo: 'Precio del estudio',
    status: 'pending',
    createDate: '2026-01-05T10:00:00Z',
    ...fields,
  };
}

/** An export of exactly these prospects, and of these patients. */
export function prospects(
  records: readonly ProspectRecord[],
  patients: readonly (Partial<PatientRecord> & Pick<PatientRecord, 'idUser' | 'name'>)[] = [],
): Dataset & { kind: 'export' } {
  const context = createContext({ seed: 'prospects', now: new Date() });
  const users = patients.map((fields) =>
    withStream(context, fields.idUser, (inner) => ({ ...buildPatient(inner), ...fields })),
  );
  return {
    kind: 'export',
    records: {
      users,
      medicalHistories: {},
      partners: [],
      branches: [],
      prospects: [...records],
    },
  };
}

/** Opens the product in another browser, as another signed-in user. */
export async function otherBrowser(browser: Browser, product: ProductInfo): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, locale: 'es-MX' });
  const page = await context.newPage();
  await signIn(page, product);
  return page;
}

export const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Prospectos' }).getByRole('row', { name: new RegExp(name) });

export const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

export const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

export const panel = (page: Page) =>
  page.getByRole('complementary', { name: 'Detalles del Prospecto' });

/** A prospect as the server returns it. */
export async function findStored(page: Page, idProspect: string) {
  const answer = await page.request.get(`/v1/prospects/get-one?idProspect=${idProspect}`);
  return (await answer.json()).data;
}
