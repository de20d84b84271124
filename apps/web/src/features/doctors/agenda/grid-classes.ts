import type { CalendarOptions } from '@fullcalendar/react';
import classes from './AgendaGrid.module.css';

/** Our classes on the library's pieces: it brings geometry and behaviour, and no look of its own. */
export const gridClasses = {
  class: classes.root,
  borderless: true,
  tableHeaderClass: classes.tableHeader,
  dayHeaderClass: classes.headerCell,
  dayHeaderInnerClass: classes.headerInner,
  dayHeaderAlign: 'center',
  dayHeaderDividerClass: classes.divider,
  slotHeaderClass: classes.slotHeader,
  slotHeaderInnerClass: classes.slotHeaderInner,
  slotHeaderDividerClass: classes.slotHeaderDivider,
  slotLaneClass: ({ time }) => (time && time.milliseconds % 3_600_000 === 0 ? classes.hour : ''),
  dayLaneClass: classes.lane,
  dayCellClass: ({ isOther }) => [classes.cell, isOther ? classes.otherMonth : ''].join(' '),
  dayCellTopClass: classes.cellTop,
  dayCellTopInnerClass: ({ isToday }) =>
    [classes.cellNumber, isToday ? classes.today : ''].join(' '),
  columnEventClass: classes.columnEvent,
  columnEventInnerClass: classes.eventInner,
  rowEventClass: classes.rowEvent,
  rowEventInnerClass: classes.eventInner,
  listItemEventClass: classes.rowEvent,
  listItemEventInnerClass: classes.eventInner,
  moreLinkClass: classes.more,
  nowIndicatorLineClass: classes.now,
  nowIndicatorDotClass: classes.nowDot,
  nowIndicatorHeaderClass: classes.nowHeader,
} satisfies CalendarOptions;
