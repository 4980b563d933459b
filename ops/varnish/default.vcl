# Varnish 7 before the nodes. It stores pages that are the same for every visitor, for as long as Surrogate-Control says, and drops
# them by the tags of Surrogate-Key. nodes.vcl beside it names the nodes. Start it with -p http_gzip_support=off: the nodes compress,
# by brotli too.
vcl 4.1;

import std;
import directors;

include "./nodes.vcl";

sub vcl_recv {
  unset req.http.Purge-Key;
  if (req.url == "/cdn-purge") {
    call purge;
  }

  # Nodes that are ready; when none is, any of them, since a page that says what is wrong is better than ours.
  set req.backend_hint = ready.backend();
  if (std.healthy(req.backend_hint)) {
    # A page that is out of date is served while a fresh one is fetched; longer when no node is ready.
    set req.grace = 10s;
  } else {
    set req.backend_hint = any.backend();
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.url ~ "^/(api|dev|fake|payments|webhooks|media/s)/" || req.url ~ "^/(healthz|readyz|metrics)") {
    return (pass);
  }
  # Who is signed in, children above all, gets pages of the nodes alone and fills nothing. Only they know who somebody is.
  if (req.http.Authorization || req.http.Profile-Token) {
    return (pass);
  }
  std.collect(req.http.Cookie, "; ");
  if (req.http.Cookie ~ "(^|[;\s])(state|session|__Host-session)\s*=") {
    return (pass);
  }

  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  return (hash);
}

# POST /cdn-purge with the tags in Surrogate-Key, separated by spaces; "*" stands for all pages.
sub purge {
  call purge_key;
  if (req.method != "POST" || client.ip !~ purgers || req.http.Authorization != req.http.Purge-Key) {
    return (synth(403));
  }
  if (req.http.Surrogate-Key == "*") {
    std.ban("obj.http.Surrogate-Key ~ .");
  } elsif (req.http.Surrogate-Key ~ "^[\w:-]+( [\w:-]+)*$") {
    std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)");
  } else {
    return (synth(400));
  }
  return (synth(200));
}

sub vcl_hash {
  hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_backend_response {
  # A failed fetch in the background leaves the older page where it is.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.status == 200 && beresp.http.Surrogate-Control ~ "\bmax-age=\d+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*\bmax-age=(\d+).*$", "\1s"), 0s);
    set beresp.grace = 1d;
  } elsif (!beresp.http.Cache-Control) {
    set beresp.ttl = 0s;
  }
  # What is not to be stored makes nobody wait: for two minutes each request is passed on by itself.
}

sub vcl_backend_error {
  if (bereq.retries < 1 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  set beresp.http.Retry-After = "5";
  set beresp.http.Cache-Control = "no-store";
  if (bereq.url ~ "^/api/") {
    set beresp.http.Content-Type = "application/json; charset=utf-8";
    set beresp.body = {"{"data":null,"meta":{"operation_result":"unavailable","operation_result_code":50300,"retry_after":5}}"};
  } else {
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.body = {"<!doctype html><html lang="fa" dir="rtl"><meta charset="utf-8"><title>پرده</title>
<p>سایت چند لحظه در دسترس نیست. کمی بعد دوباره امتحان کنید.</p>
<p lang="en" dir="ltr">The site is unavailable for a moment. Please try again soon.</p></html>"};
  }
  return (deliver);
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
  unset resp.http.Surrogate-Control;
  unset resp.http.Surrogate-Key;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Cache-Tag;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}

sub vcl_synth {
  set resp.http.Cache-Control = "no-store";
  set resp.body = "";
  return (deliver);
}
