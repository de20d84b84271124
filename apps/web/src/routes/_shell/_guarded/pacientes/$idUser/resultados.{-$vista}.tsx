import { createFileRoute } from '@tanstack/react-router';
import { ResultViews } from '../../../../../features/results/ResultViews.tsx';
import { idParam, listSearch, textParam } from '../../../../../lib/search-params.ts';

/** One route for all views of results, because every page loads the table of routes. */
const { route } = listSearch({
  estudio: textParam,
  analito: textParam,
  nombre: textParam,
  examen: idParam,
  juego: idParam,
  antes: idParam,
  despues: idParam,
});

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/resultados/{-$vista}')({
  ...route,
  component: ResultViews,
});
