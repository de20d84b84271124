CREATE TABLE "laboratory_codes" (
	"laboratory_id" text NOT NULL,
	"code" text NOT NULL,
	"analyte" text NOT NULL,
	CONSTRAINT "laboratory_codes_laboratory_id_code_pk" PRIMARY KEY("laboratory_id","code")
);
--> statement-breakpoint
ALTER TABLE "result_values" ADD COLUMN "laboratory_code" text;--> statement-breakpoint
ALTER TABLE "laboratory_codes" ADD CONSTRAINT "laboratory_codes_laboratory_id_partners_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;