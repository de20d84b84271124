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
  /** Counts of all orders, so that other filters do not change them. */
  counts: OrderPage['counts'] | undefined;
  laboratory: OrderPage['laboratory'] | undefined;
}

/** The states on the left; overdue orders, period, study and laboratory on the right. */
export function OrdersToolbar({ view, ...known }: OrdersToolbarProps) {
  const [isOpen, setOpen] = useState(false);
  const { desde, hasta } = view.search;
  const hasPeriod = desde !== undefined || hasta !== undefined;
  return (
    <>
      <Filters
        view={view}
        {...known}
        hasPeriod={hasPeriod || isOpen}
        onPeriod={() => {
          setOpen(!(hasPeriod || isOpen));
          if (hasPeriod) view.change({ desde: undefined, hasta: undefined });
        }}
      />
      {(hasPeriod || isOpen) && <OrderPeriod view={view} onChosen={() => setOpen(true)} />}
    </>
  );
}

interface OrderPeriodProps {
  view: ListView<OrdersSearch>;
  /** A period was chosen or emptied: the fields stay. */
  onChosen: () => void;
}

/** The days of creation. A date takes effect once it is complete. */
function OrderPeriod({ view: { search, change }, onChosen }: OrderPeriodProps) {
  return (
    <fieldset aria-label="Periodo de solicitud" className={classes.period}>
      <DayFilter
        search={search}
        label="Solicitadas desde"
        onChange={(chosen) => {
          onChosen();
          change(chosen);
        }}
      />
    </fieldset>
  );
}

interface FiltersProps extends OrdersToolbarProps {
  hasPeriod: boolean;
  onPeriod: () => void;
}

function Filters({ view: { search, change }, ...props }: FiltersProps) {
  const { counts, laboratory, hasPeriod, onPeriod } = props;
  const { estado, vencidas, laboratorio } = search;
  const types = [
    ...new Set([...offeredExamTypes, ...(search.estudio === undefined ? [] : [search.estudio])]),
  ];
  return (
    <Toolbar
      right={
        <>
          <FilterButton
            strong
            label="Vencidas"
            icon={<IconClockExclamation size={17} stroke={1.7} aria-hidden />}
            pressed={vencidas}
            onToggle={() => change({ vencidas: !vencidas })}
            count={counts ? counts.overdue : null}
          />
          <FilterButton
            strong
            iconOnly
            label="Periodo"
            icon={<IconCalendar size={17} stroke={1.7} aria-hidden />}
            pressed={hasPeriod}
            onToggle={onPeriod}
          />
          <Select
            className={classes.study}
            aria-label="Estudio"
            allowDeselect={false}
            data={[
              { value: ALL, label: 'Estudio: todos' },
              ...types.map((type) => ({ value: type, label: examTypeLabel(type) })),
            ]}
            value={search.estudio ?? ALL}
            comboboxProps={{ width: 'max-content' }}
            onChange={(chosen) => change({ estudio: chosen || undefined })}
          />
          <LaboratoryFilter
            everyType
            id={laboratorio}
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
        chosen={estado}
        onChoose={(chosen) => change({ estado: chosen })}
      />
    </Toolbar>
  );
}

/** The value of the option for no choice. */
const ALL = '';
