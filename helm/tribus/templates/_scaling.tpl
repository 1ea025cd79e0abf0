{{- define "tribus.disruption" -}}
apiVersion: {{ if include "tribus.since" (dict "root" .root "version" "1.21") }}policy/v1{{ else }}policy/v1beta1{{ end }}
kind: PodDisruptionBudget
metadata:
  {{- include "tribus.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "tribus.selector" . | nindent 6 }}
{{- end }}

{{- /*
With an autoscaler: the current number of pods, and at least its minimum. Without a value the cluster would
begin with one, also when an autoscaler is added later. The current number is unknown if helm only renders.
*/}}
{{- define "tribus.replicas" -}}
{{- if .service.autoscaling.enabled -}}
{{- $living := lookup "apps/v1" "Deployment" .root.Release.Namespace (printf "%s-%s" (include "tribus.fullname" .root) .name) -}}
{{ max (int .service.autoscaling.min) (int (dig "spec" "replicas" 0 $living)) }}
{{- else -}}
{{ int .service.replicas }}
{{- end -}}
{{- end }}

{{- define "tribus.autoscaler" -}}
{{- $autoscaling := .service.autoscaling -}}
{{- $versions := .root.Capabilities.APIVersions -}}
{{- $custom := or ($versions.Has "custom.metrics.k8s.io/v1beta1") ($versions.Has "custom.metrics.k8s.io/v1beta2") -}}
apiVersion: autoscaling/{{ if include "tribus.since" (dict "root" .root "version" "1.23") }}v2{{ else }}v2beta2{{ end }}
kind: HorizontalPodAutoscaler
metadata:
  {{- include "tribus.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "tribus.fullname" .root }}-{{ .name }}
  minReplicas: {{ $autoscaling.min }}
  maxReplicas: {{ $autoscaling.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ $autoscaling.cpu }} }
    {{- if and $autoscaling.streams $custom }}
    - type: Pods
      pods:
        metric: { name: sse_connections }
        target: { type: AverageValue, averageValue: {{ $autoscaling.streams | quote }} }
    {{- end }}
{{- end }}
