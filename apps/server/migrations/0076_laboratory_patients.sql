CREATE TABLE "laboratory_patients" (
	"laboratory_id" text NOT NULL,
	"number" text NOT NULL,
	"patient_id" text NOT NULL,
	CONSTRAINT "laboratory_patients_laboratory_id_number_pk" PRIMARY KEY("laboratory_id","number")
);
--> statement-breakpoint
ALTER TABLE "laboratory_patients" ADD CONSTRAINT "laboratory_patients_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory_patients" ADD CONSTRAINT "laboratory_patients_patient_id_patients_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "laboratory_patients_patient" ON "laboratory_patients" USING btree ("patient_id");