import { Select } from '@mantine/core';
import type { OrderPage } from '@simiente/contract/exam-orders/calls';
import { orderStateNames, orderStates } from '@simiente/contract/exam-orders/states';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import { IconCalendar, IconClockExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceFilter, FilterButton, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { LaboratoryFilter } from '../../exams/public.ts';
import { DayFilter } from '../../period/public.ts';
import type { ListView } from '../../records/public.ts';
import { orderTones } from '../words.ts';
import classes from './OrdersToolbar.module.css';
import type { OrdersSearch } from './orders-search.ts';

interface OrdersToolbarProps {
  view: ListView<OrdersSearch>;
  /** Counts without any filter. */
  counts: OrderPage['counts'] | undefined;
  laboratory: OrderPage['laboratory'] | undefined;
}

/** The states on the left; overdue orders, period, study and laboratory on the right. */
export function OrdersToolbar({ view, counts, laboratory }: OrdersToolbarProps) {
  const { search, change } = view;
  const { desde, hasta, estudio } = search;
  const [isOpen, setOpen] = useState(false);
  const hasDays = desde !== undefined || hasta !== undefined;
  const showsPeriod = hasDays || isOpen;
  const types = [...new Set([...offeredExamTypes, ...(estudio === undefined ? [] : [estudio])])];
  return (
    <>
      <Toolbar
        right={
          <>
            <FilterButton
              strong
              label="Vencidas"
              icon={<IconClockExclamation size={17} stroke={1.7} aria-hidden />}
              pressed={search.vencidas}
              onToggle={() => change({ vencidas: !search.vencidas })}
              count={counts ? counts.overdue : null}
            />
            <FilterButton
              strong
              iconOnly
              label="Periodo"
              icon={<IconCalendar size={17} stroke={1.7} aria-hidden />}
              pressed={showsPeriod}
              onToggle={() => {
                setOpen(!showsPeriod);
                if (hasDays) change({ desde: undefined, hasta: undefined });
              }}
            />
            <Select
              className={classes.study}
              aria-label="Estudio"
              allowDeselect={false}
              data={[
                { value: ALL, label: 'Estudio: todos' },
                ...types.map((type) => ({ value: type, label: examTypeLabel(type) })),
              ]}
              value={estudio ?? ALL}
              comboboxProps={{ width: 'max-content' }}
              onChange={(chosen) => change({ estudio: chosen || undefined })}
            />
            <LaboratoryFilter
              everyType
              id={search.laboratorio}
              laboratory={laboratory}
              onChange={(id) => change({ laboratorio: id })}
            />
          </>
        }
      >
        <ChoiceFilter
          choices={orderStates}
          getName={(state) => orderStateNames[state]}
          getTone={(state) => orderTones[state]}
          counts={counts ?? null}
          chosen={search.estado}
          onChoose={(chosen) => change({ estado: chosen })}
        />
      </Toolbar>
      {showsPeriod && (
        <fieldset aria-label="Periodo de solicitud" className={classes.period}>
          <DayFilter
            search={search}
            label="Solicitadas desde"
            onChange={(chosen) => {
              // The fields stay visible when the user empties the period.
              setOpen(true);
              change(chosen);
            }}
          />
        </fieldset>
      )}
    </>
  );
}

const ALL = '';
