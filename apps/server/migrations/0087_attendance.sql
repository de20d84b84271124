ALTER TABLE "doctor_appointments" ADD COLUMN "attendance" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "recipe_appointments" ADD COLUMN "attendance" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Attendance changes no time, so an imported overlap keeps its mark: without it, the constraint against
-- double booking would reject the row.
CREATE FUNCTION keep_overlap_mark() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.double_booked := OLD.double_booked;
  RETURN NEW;
END
$$;--> statement-breakpoint
-- Triggers run in the order of their names: this one after "place".
CREATE TRIGGER place_attendance BEFORE UPDATE ON doctor_appointments
  FOR EACH ROW WHEN (NEW.attendance IS DISTINCT FROM OLD.attendance)
  EXECUTE FUNCTION keep_overlap_mark();
