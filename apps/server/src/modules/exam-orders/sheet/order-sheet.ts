/** The content of an order's sheet. */
export interface OrderSheet {
  readonly folio: number;
  readonly createdAt: Date;
  /** IANA name of the zone of the date. */
  readonly timeZone: string;
  readonly patientName: string;
  readonly partnerName: string;
  readonly branchName: string;
  readonly address: string | null;
  readonly phone: string | null;
  /** The names of the exams. */
  readonly exams: readonly string[];
  /** A PNG; without one the partner's name is printed instead. */
  readonly logo: Buffer | null;
}
