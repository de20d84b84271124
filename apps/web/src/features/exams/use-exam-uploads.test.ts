import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { expect, test } from 'vitest';
import { suggestType } from './ExamTypeInput.tsx';
import { matchOrders } from './use-exam-uploads.ts';

/** An order for these studies; a leading '*' marks a received one. */
function makeOrder(idOrder: string, ...studies: readonly string[]): ExamOrder {
  return {
    idOrder,
    folio: idOrder,
    idUser: 'usr_ana',
    partner: { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' },
    branch: { idBranch: 'brn_1', name: 'Centenario' },
    exams: [],
    createDate: '2026-11-01T12:00:00.000Z',
    createdBy: null,
    downloads: 0,
    state: 'pedido',
    dueAt: '2026-11-08T12:00:00.000Z',
    receivedAt: null,
    validatedAt: null,
    studies: studies.map((study) => ({
      name: study,
      examType: study.replace('*', ''),
      state: study.startsWith('*') ? 'recibido' : 'pedido',
      dueAt: '2026-11-08T12:00:00.000Z',
      rejection: null,
      idExam: null,
      idResultSet: null,
    })),
  };
}

const file = (id: string, examType: string, idOrder?: string) => ({ id, examType, idOrder });

/** Orders that each file may answer, and the one that it answers. */
function answers(files: Parameters<typeof matchOrders>[0], orders: readonly ExamOrder[]) {
  return [...matchOrders(files, orders)].map(([id, offer]) => [
    id,
    offer.orders.map(({ idOrder }) => idOrder).join(),
    offer.idOrder,
  ]);
}

test('E-10.505: a file is offered the orders that wait for its study, and answers the only one by default', () => {
  const semen = makeOrder('sem', 'Seminograma', 'Hormonal');
  const received = makeOrder('received', '*Seminograma', 'Cariotipo');
  expect(answers([file('a', 'Seminograma')], [semen, received])).toEqual([['a', 'sem', 'sem']]);
  expect(answers([file('a', 'Seminograma', '')], [semen])).toEqual([['a', 'sem', '']]);
  expect(answers([file('a', 'Cultivo_Orina'), file('b', '')], [semen])).toEqual([
    ['a', '', ''],
    ['b', '', ''],
  ]);
});

test('E-10.505: no order is preselected among several, and a choice that was answered elsewhere is dropped', () => {
  const both = [makeOrder('one', 'Seminograma'), makeOrder('two', 'Seminograma')];
  expect(answers([file('a', 'Seminograma')], both)).toEqual([['a', 'one,two', '']]);
  expect(answers([file('a', 'Seminograma', 'two')], both)).toEqual([['a', 'one,two', 'two']]);
  expect(answers([file('a', 'Seminograma', 'gone')], both)).toEqual([['a', 'one,two', '']]);
});

test('E-10.505: two files cannot answer the same study of an order, but can answer two different ones', () => {
  const order = makeOrder('one', 'Seminograma', 'Hormonal');
  const files = [file('a', 'Seminograma'), file('b', 'Seminograma'), file('c', 'Hormonal')];
  expect(answers(files, [order])).toEqual([
    ['a', 'one', 'one'],
    ['b', '', ''],
    ['c', 'one', 'one'],
  ]);
});

test.each([
  ['Perez_seminograma-2026.pdf', 'Seminograma'],
  ['CULTIVO DE SEMEN.pdf', 'Cultivo Semen'],
  ['cultivo_semen_rosa.jpg', 'Cultivo Semen'],
  ['IMG_0412.jpg', ''],
])('E-10.2159: the file %s suggests the study «%s»', (name, type) => {
  expect(suggestType(name)).toBe(type);
});
