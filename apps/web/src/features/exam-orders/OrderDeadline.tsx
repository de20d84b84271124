import { countDays, dayIn } from '@simiente/contract/common/days';
import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { formatLongDay } from '@simiente/contract/format/dates';
import { IconClockExclamation } from '@tabler/icons-react';
import { Hint } from '../../ui/hint/Hint.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './OrderDeadline.module.css';

interface OrderDeadlineProps {
  order: Pick<ExamOrder, 'state' | 'dueAt' | 'receivedAt' | 'validatedAt'>;
}

/** The deadline of an order, with an icon if it is over; without a deadline, when the results came or were validated. */
export function OrderDeadline({ order }: OrderDeadlineProps) {
  const { state, dueAt, receivedAt, validatedAt } = order;
  const timeZone = useClinicTimeZone();
  if (dueAt === null) {
    return (
      <span className={classes.deadline}>
        {state === 'validado' ? 'Validado' : 'Recibido'}{' '}
        <DateText value={state === 'validado' ? validatedAt : receivedAt} />
      </span>
    );
  }
  const now = new Date();
  const isOverdue = new Date(dueAt) < now;
  const days = countDays(dayIn(timeZone, now), dayIn(timeZone, new Date(dueAt))) - 1;
  return (
    <Hint label={formatLongDay(dueAt, { timeZone })}>
      <time
        className={`${classes.deadline} si-above-link`}
        data-overdue={isOverdue || undefined}
        dateTime={dueAt}
      >
        {isOverdue && <IconClockExclamation size={16} stroke={1.7} aria-hidden />}
        {isOverdue ? describeOverdue(-days) : describeDue(days)}
      </time>
    </Hint>
  );
}

function describeDue(days: number): string {
  if (days === 0) return 'Vence hoy';
  return days === 1 ? 'Vence mañana' : `Vence en ${days} días`;
}

function describeOverdue(days: number): string {
  if (days === 0) return 'Vencida hoy';
  return days === 1 ? 'Vencida ayer' : `Vencida hace ${days} días`;
}
