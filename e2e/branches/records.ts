import type { Page } from '@playwright/test';
import { buildBranch } from '@simiente/builders/export';
import { buildPartner } from '@simiente/builders/partners';
import { createContext, withStream } from '@simiente/builders/random';
import type { BranchRecord, PartnerRecord } from '@simiente/builders/records';
import type { Dataset } from '../product/protocol.ts';

export const ALMENA = { idPartner: 'almena', name: 'Laboratorio Almena' };
export const ALMENA_PAGE = `/partner/${ALMENA.idPartner}`;

type BranchFields = Partial<BranchRecord> & Pick<BranchRecord, 'name'>;

/** A partner with exactly these branches; fields that a journey does not name are generated. */
export function makeAlmena(
  branches: readonly BranchFields[],
  partner: Partial<PartnerRecord> = {},
): Dataset & { kind: 'export' } {
  const context = createContext({ seed: 'branches', now: new Date() });
  const almena = buildPartner(context, {
    ...ALMENA,
    type: 'Laboratorio',
    country: 'México',
    ...partner,
  });
  return {
    kind: 'export',
    records: {
      users: [],
      medicalHistories: {},
      partners: [almena],
      branches: branches.map((fields, index) =>
        withStream(context, fields.name, (inner) => ({
          ...buildBranch(inner, almena),
          idBranch: `brn_${index + 1}`,
          address: { street: 'Calle 20', neighborhood: 'Altabrisa', city: 'Mérida' },
          state: 'Yucatán',
          utm: false,
          ...fields,
        })),
      ),
      prospects: [],
    },
  };
}

/** Branches named 'Sucursal 01' and so on. */
export function numbered(count: number): BranchFields[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Sucursal ${String(index + 1).padStart(2, '0')}`,
  }));
}

/** Values of the form, as users type them. */
export const WRITTEN = {
  Nombre: 'Almena Roma Norte',
  Teléfono: '55 5264 1180',
  'Sitio web': 'https://almena.example',
  Dirección: 'Álvaro Obregón 182, Roma Norte',
  Estado: 'Ciudad de México',
  'Código postal': '06700',
  Latitud: '19.41844',
  Longitud: '-99.16231',
} as const;

export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });

export async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** Clicks a button that was clicked a moment ago, once its lock has ended. */
export async function press(page: Page, name: string): Promise<void> {
  await page.locator('[data-locked]').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name, exact: true }).click();
}

/** Opens the form of a new branch, from the page of its partner. */
export async function openForm(page: Page): Promise<void> {
  await page.goto(ALMENA_PAGE);
  // An empty list offers the same button again.
  await page.getByRole('link', { name: 'Crear sucursal' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Crear sucursal' }).waitFor();
}
