CREATE TABLE "live_programs" (
	"id" text PRIMARY KEY NOT NULL,
	"channel_id" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"title_fa" text,
	"title_en" text,
	"summary_fa" text,
	"summary_en" text,
	CONSTRAINT "live_programs_one_at_a_time" UNIQUE("channel_id","starts_at"),
	CONSTRAINT "live_programs_order" CHECK ("live_programs"."starts_at" < "live_programs"."ends_at"),
	CONSTRAINT "live_programs_titled" CHECK (num_nonnulls("live_programs"."title_fa", "live_programs"."title_en") > 0)
);
--> statement-breakpoint
ALTER TABLE "live_programs" ADD CONSTRAINT "live_programs_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_programs_by_end" ON "live_programs" USING btree ("ends_at");