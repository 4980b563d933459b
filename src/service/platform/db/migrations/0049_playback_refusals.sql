CREATE TABLE "playback_refusals" (
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"reason" text NOT NULL,
	"profile_id" text,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playback_refusals_user_id_content_id_reason_pk" PRIMARY KEY("user_id","content_id","reason"),
	CONSTRAINT "playback_refusals_times" CHECK ("playback_refusals"."times" > 0)
);
--> statement-breakpoint
ALTER TABLE "playback_refusals" ADD CONSTRAINT "playback_refusals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_refusals" ADD CONSTRAINT "playback_refusals_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_refusals" ADD CONSTRAINT "playback_refusals_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_refusals_newest" ON "playback_refusals" USING btree ("user_id","last_at");--> statement-breakpoint
CREATE INDEX "playback_refusals_expiry" ON "playback_refusals" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "playback_refusals_content" ON "playback_refusals" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "playback_refusals_profile" ON "playback_refusals" USING btree ("profile_id");