CREATE TABLE "video_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"kind" text NOT NULL,
	"filename" text NOT NULL,
	"bytes" bigint NOT NULL,
	"actor" text NOT NULL,
	"folder" text NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"share" double precision DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"stream" text,
	"report" jsonb,
	"failure" text,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "video_uploads_kind_known" CHECK ("video_uploads"."kind" in ('primary', 'trailer', 'preview')),
	CONSTRAINT "video_uploads_state_known" CHECK ("video_uploads"."state" in ('uploading', 'waiting', 'encoding', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "video_uploads" ADD CONSTRAINT "video_uploads_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "video_uploads_one_at_a_time" ON "video_uploads" USING btree ("content_id","kind") WHERE "video_uploads"."state" in ('uploading', 'waiting', 'encoding');--> statement-breakpoint
CREATE INDEX "video_uploads_content" ON "video_uploads" USING btree ("content_id","created_at");--> statement-breakpoint
CREATE INDEX "video_uploads_unfinished" ON "video_uploads" USING btree ("updated_at") WHERE "video_uploads"."state" = 'uploading';--> statement-breakpoint
CREATE INDEX "video_uploads_age" ON "video_uploads" USING btree ("created_at");