import type { Figures } from '@simiente/contract/dashboard';
import { Link } from '@tanstack/react-router';
import { type PeriodFilter, searchOf } from '../../lib/period/period.ts';
import { FigureCard } from './FigureCard.tsx';
import classes from './FigureCards.module.css';

const ACTIVE = { tipo: 'Laboratorio', sucursales: true } as const;

/** The four figures, each of which opens the list that it counts, under the same filter. */
export function FigureCards({ figures, filter }: { figures: Figures; filter: PeriodFilter }) {
  const search = searchOf(filter);
  const { hasta, laboratorio } = search;
  return (
    <div className={classes.cards}>
      <FigureCard
        label="Total pacientes"
        figure={figures.patients}
        // Whoever was there at the end of the period, since whenever.
        link={(props) => <Link to="/pacientes" search={{ hasta, laboratorio }} {...props} />}
      />
      <FigureCard
        label="Laboratorios activos"
        figure={figures.laboratories}
        inUnits
        link={(props) => (
          <Link to="/partners" search={{ ...ACTIVE, hasta, laboratorio }} {...props} />
        )}
      />
      <FigureCard
        label="Órdenes de examen descargadas"
        figure={figures.orders}
        link={(props) => <Link to="/home/ordenes" search={search} {...props} />}
      />
      <FigureCard
        label="Exámenes subidos"
        figure={figures.exams}
        link={(props) => <Link to="/home/estudios" search={search} {...props} />}
      />
    </div>
  );
}
