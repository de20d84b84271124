import { Skeleton } from '@mantine/core';
import { PanelFact, PanelFacts, PanelSection } from '../../../ui/panel/PanelSection.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import classes from './ProspectPanel.module.css';

/** The sections of the panel and the facts that every prospect has. */
const SECTIONS = [
  { title: 'Información Personal', facts: ['Nombre', 'Correo', 'Teléfono'] },
  { title: 'Información Comercial', facts: ['Motivo', 'Estado', 'Paciente'] },
  { title: 'Notas', facts: [] },
  { title: 'Información Técnica', facts: ['ID del prospecto', 'Fecha Registro'] },
];

/** Stands for the person while the prospect loads. */
export function PersonShape() {
  return (
    <div className={classes.person}>
      <Skeleton circle width={40} height={40} />
      <div className={classes.words}>
        <Skeleton width="56%" height={14} my={4} />
        <Skeleton width="72%" height={10} my={4} />
      </div>
      <p className={classes.word} role="status">
        Cargando...
      </p>
    </div>
  );
}

/** Stands for the sections, which keep their place. */
export function ProspectShape() {
  const isLate = useDelayed(true);
  return (
    <div aria-busy="true">
      {isLate &&
        SECTIONS.map(({ title, facts }) => (
          <PanelSection key={title} title={title}>
            <PanelFacts>
              {facts.map((label) => (
                <PanelFact key={label} label={label}>
                  <Skeleton className={classes.value} width="64%" height={12} />
                </PanelFact>
              ))}
            </PanelFacts>
            {facts.length === 0 && <Skeleton width="40%" height={12} my={8} />}
          </PanelSection>
        ))}
    </div>
  );
}
