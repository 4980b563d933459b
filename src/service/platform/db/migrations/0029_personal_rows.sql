CREATE TABLE "personal_rows" (
	"profile_id" text NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"reason_id" text,
	"content_ids" text[] NOT NULL,
	"computed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_rows_profile_id_position_pk" PRIMARY KEY("profile_id","position"),
	CONSTRAINT "personal_rows_kind_known" CHECK ("personal_rows"."kind" in ('because', 'new_episodes')),
	CONSTRAINT "personal_rows_reason" CHECK (("personal_rows"."kind" = 'because') = ("personal_rows"."reason_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "personal_rows" ADD CONSTRAINT "personal_rows_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_rows" ADD CONSTRAINT "personal_rows_reason_id_contents_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_rows_reason_id" ON "personal_rows" USING btree ("reason_id");--> statement-breakpoint
CREATE INDEX "personal_rows_age" ON "personal_rows" USING btree ("computed_at");