CREATE TABLE "similar_patients" (
	"first_id" text NOT NULL,
	"second_id" text NOT NULL,
	"matched" text[] NOT NULL,
	"newest" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "similar_patients_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);
--> statement-breakpoint
CREATE TABLE "similar_pending" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "similar_pending_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"patient_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "similar_patients" ADD CONSTRAINT "similar_patients_first_id_patients_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "similar_patients" ADD CONSTRAINT "similar_patients_second_id_patients_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "similar_pending" ADD CONSTRAINT "similar_pending_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "similar_patients_second" ON "similar_patients" USING btree ("second_id");--> statement-breakpoint
CREATE INDEX "similar_patients_newest" ON "similar_patients" USING btree ("newest","first_id","second_id");--> statement-breakpoint
CREATE INDEX "prospects_email" ON "prospects" USING btree (lower("email")) WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "prospects_phone" ON "prospects" USING btree (right(regexp_replace("phone", '\D', '', 'g'), 10)) WHERE "prospects"."deleted_at" is null;--> statement-breakpoint
CREATE FUNCTION mark_similar() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO similar_pending (patient_id) SELECT id FROM came;
  ELSE
    INSERT INTO similar_pending (patient_id)
      SELECT came.id FROM came JOIN gone ON gone.id = came.id
       WHERE (came.name, came.email, came.phone, came.curp, came.birth_date, came.deleted_at)
         IS DISTINCT FROM (gone.name, gone.email, gone.phone, gone.curp, gone.birth_date, gone.deleted_at);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER similar_inserted AFTER INSERT ON patients REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION mark_similar();--> statement-breakpoint
CREATE TRIGGER similar_updated AFTER UPDATE ON patients REFERENCING NEW TABLE AS came OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION mark_similar();--> statement-breakpoint
INSERT INTO similar_pending (patient_id) SELECT id FROM patients WHERE deleted_at IS NULL;
