import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { giveRoles } from '../product/roles.ts';
import { expect, signIn, test } from '../product/test.ts';

test('E-10.394: the accounts, a role’s view and the whole audit are accessible and fit', async ({
  page,
  product,
}) => {
  const { colleague, staff } = product;
  const idAccount = await giveRoles(page, product, colleague.email, { roles: ['auditoria'] });
  await page.request.put('/v1/accounts/enter-identity', {
    data: {
      idAccount,
      fullName: colleague.name,
      cedula: '4512378',
      institution: 'UNAM',
      validFrom: '2020-01-01',
    },
  });

  await test.step('S1, T-L1: roles wait for a second administrator, who confirms them', async () => {
    await giveRoles(page, product, colleague.email, { roles: ['auditoria'] });
    const pending = { roles: ['recepcion', 'medico'] } as const;
    const { data } = await (await page.request.get('/v1/accounts/list')).json();
    const other = data.accounts.find(({ email }: { email: string }) => email === staff.email);
    await page.request.put('/v1/accounts/update', {
      data: { idAccount: other.idAccount, ...pending },
    });
    await page.goto('about:blank');
    await signIn(page, { ...product, staff: product.supervisor });
    await page.goto('/cuentas');
    const row = page.getByRole('row').filter({ hasText: staff.name });
    await expect(row).toContainText('pendiente de segunda confirmación');
    await expectAccessibleState(page);
    await row.getByRole('button', { name: `Acciones de ${staff.name}` }).click();
    await page.getByRole('menuitem', { name: 'Confirmar roles' }).click();
    const question = page.getByRole('dialog', { name: 'Confirmar roles' });
    await question.getByRole('button', { name: 'Confirmar roles' }).click();
    await expect(row).not.toContainText('pendiente de segunda confirmación');
    await expect(row).toContainText('médico');
  });

  await test.step('the accounts are accessible at every width', async () => {
    await page.goto('/cuentas?firma=pending');
    const row = page.getByRole('row').filter({ hasText: colleague.name });
    await expect(row.getByText('Firma por confirmar').filter({ visible: true })).toHaveCount(1);
    await expectAccessibleLayout(page);
    await page.setViewportSize({ width: 900, height: 900 });
    await expect(row.getByText('Firma por confirmar').filter({ visible: true })).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText(colleague.email).filter({ visible: true })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a role’s view is accessible at every width', async () => {
    await page.getByRole('button', { name: 'Ver como…' }).click();
    await page.getByRole('menuitem', { name: 'Recepción' }).click();
    await expect(page.getByText('Ves Simiente como')).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('the whole audit is accessible at every width', async () => {
    // The page of the other account would request data that this one may not read.
    await page.goto('about:blank');
    await signIn(page, { ...product, staff: colleague });
    await page.goto('/auditoria');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Inició sesión').first()).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
