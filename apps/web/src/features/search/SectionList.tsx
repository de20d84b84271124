import { OptionRow } from './OptionRow.tsx';
import classes from './SectionList.module.css';
import type { Option, Section } from './sections.ts';

interface SectionListProps {
  id: string;
  sections: readonly Section[];
  /** What is marked in the lines. */
  term: string;
  /** It is of before: what is typed now has no answer yet. */
  isStale: boolean;
  activeId: string | undefined;
  onPoint: (option: Option) => void;
  onOpen: (option: Option) => void;
}

/** What was found, by sections. Its lines take no focus: the field names the one that its keys are on. */
export function SectionList(props: SectionListProps) {
  const { id, sections, term, isStale, activeId, onPoint, onOpen } = props;
  return (
    <div id={id} role="listbox" aria-label="Resultados" className={classes.list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped, not fields.
        <div
          key={section.id}
          role="group"
          aria-labelledby={`${id}-${section.id}`}
          data-stale={(isStale && section.id !== 'places') || undefined}
          className={classes.section}
        >
          <div id={`${id}-${section.id}`} role="presentation" className={classes.title}>
            {section.title}
            {section.hasMore && (
              <span className={classes.more}>, hay más: escribe otra palabra</span>
            )}
          </div>
          {section.options.map((option) => (
            <OptionRow
              key={option.id}
              option={option}
              term={term}
              isMixed={section.id === 'recent'}
              isActive={option.id === activeId}
              onPoint={onPoint}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
