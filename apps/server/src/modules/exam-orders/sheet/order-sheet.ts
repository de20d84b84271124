/** All that the sheet of an order says. */
export interface OrderSheet {
  readonly folio: number;
  readonly createdAt: Date;
  /** IANA name: the clocks by which the day is told. */
  readonly timeZone: string;
  readonly patientName: string;
  readonly partnerName: string;
  readonly branchName: string;
  readonly address: string | null;
  readonly phone: string | null;
  /** The names of the studies. */
  readonly exams: readonly string[];
  /** A PNG; without one the partner's name stands in its place. */
  readonly logo: Buffer | null;
}
