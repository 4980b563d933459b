CREATE TABLE "live_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"url" text NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"manifest" text NOT NULL,
	"renditions" jsonb NOT NULL,
	"target_seconds" integer NOT NULL,
	"recorder_id" text,
	"lease_number" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_channels_content_id_unique" UNIQUE("content_id"),
	CONSTRAINT "live_channels_url_form" CHECK ("live_channels"."url" ~ '^https?://')
);
--> statement-breakpoint
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
CREATE TABLE "live_segments" (
	"channel_id" text NOT NULL,
	"rendition" text NOT NULL,
	"sequence" bigint NOT NULL,
	"discontinuities" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"seconds" double precision NOT NULL,
	"file" text NOT NULL,
	"init_file" text,
	"bytes" integer NOT NULL,
	"is_missing" boolean DEFAULT false NOT NULL,
	"source_sequence" bigint NOT NULL,
	"source_uri" text NOT NULL,
	CONSTRAINT "live_segments_channel_id_rendition_sequence_pk" PRIMARY KEY("channel_id","rendition","sequence")
);
--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_programs" ADD CONSTRAINT "live_programs_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_segments" ADD CONSTRAINT "live_segments_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_programs_by_end" ON "live_programs" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "live_segments_by_time" ON "live_segments" USING btree ("starts_at");