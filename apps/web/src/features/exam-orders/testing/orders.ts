import type { ListedOrder } from '@simiente/contract/exam-orders/calls';

const DAY = 86_400_000;

export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** An order that was created now, for a semen analysis in a week. */
export function makeOrder(fields: Partial<ListedOrder> = {}): ListedOrder {
  const dueAt = fields.dueAt === undefined ? daysFromNow(7) : fields.dueAt;
  return {
    idOrder: 'ord_1',
    folio: 'OE-000318',
    idUser: 'usr_ana',
    patient: { idUser: 'usr_ana', name: 'Alejandro Villaseñor Rojas' },
    partner: { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' },
    branch: { idBranch: 'brn_centenario', name: 'Sucursal Centenario' },
    exams: ['Seminograma'],
    createDate: daysFromNow(0),
    createdBy: null,
    downloads: 0,
    state: 'pedido',
    dueAt,
    receivedAt: null,
    validatedAt: null,
    studies: [
      {
        name: 'Seminograma',
        examType: 'Seminograma',
        state: 'pedido',
        rejection: null,
        dueAt: dueAt ?? daysFromNow(7),
        idExam: null,
        idResultSet: null,
      },
    ],
    ...fields,
  };
}
